// Draws the charts of a page with uPlot. Colours after Okabe and Ito, which are safe for colour
// blindness; each line has its own dashes and marker, and the figures are below as a table.

const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#8b3f77", "#7a5c00", "#1b1f1d", "#3a7ca5", "#a34400", "#00614a", "#5b5b5b"];
const DASHES = [[], [8, 4], [2, 4], [12, 4, 2, 4]];
const HEIGHTS = { points: 320, lead: 360, ranks: 420, bars: 300 };
const MAX_LABELS = 16;
const NARROW = 520;
const font = (narrow) => `${narrow ? 12 : 15}px system-ui, sans-serif`;

// As the tables have them: 1 332, −40.
const points = (figure) => String(figure).replace("-", "\u2212").replace(/\B(?=(\d{3})+$)/g, "\u202f");

const axis = (narrow, more) => ({ font: font(narrow), stroke: "#1b1f1d", grid: { stroke: "#d5dcd8" }, ...more });

function lines(data) {
  return data.lines.map(([name], n) => ({
    label: name,
    stroke: COLOURS[n % COLOURS.length],
    dash: DASHES[n % DASHES.length],
    width: data.kind === "points" && n === 0 ? 4 : 2.5,
    points: { show: data.kind !== "lead", size: data.kind === "points" && n === 0 ? 10 : 7 },
    spanGaps: false,
  }));
}

// Bars of the same label stand side by side; won is full, lost is hatched by its lighter fill.
function bars(data) {
  const several = data.lines.length > 1;
  const width = several ? 0.38 : 0.8;
  return data.lines.map(([name], n) => ({
    label: name,
    stroke: COLOURS[n],
    fill: n ? "#f3c9a8" : COLOURS[n],
    width: 2,
    points: { show: false },
    paths: uPlot.paths.bars({ size: [width, 60], align: several ? (n ? 1 : -1) : 0 }),
  }));
}

// A place is better the smaller it is: the first stands at the top, and the first ten have most
// of the room, whoever came from far behind.
const SCALES = {
  ranks: { dir: -1, distr: 3, range: (_plot, _low, high) => [0.9, high * 1.15] },
  bars: { range: (_plot, _low, high) => [0, high * 1.1 || 1] },
};
const TICKS = {
  ranks: { splits: (_plot, _axis, _low, high) => [1, 2, 3, 5, 10, 20, 50, 100, 200, 500].filter((n) => n <= high), filter: (_plot, splits) => splits },
  bars: { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] },
};

// What a line is, with its dashes; a box for bars.
function legend(room, data) {
  room.querySelectorAll(".u-legend .u-marker").forEach((marker, n) => {
    const colour = COLOURS[n % COLOURS.length];
    const line = `<line x2="40" y1="6" y2="6" stroke="${colour}" stroke-width="3" stroke-dasharray="${DASHES[n % DASHES.length].join(" ")}"/>`;
    const box = `<rect x="14" y="1" width="12" height="10" fill="${n ? "#f3c9a8" : colour}" stroke="${colour}"/>`;
    marker.outerHTML = `<svg class="sample" width="40" height="12" aria-hidden="true">${data.kind === "bars" ? box : line}</svg>`;
  });
}

function draw(section) {
  const data = JSON.parse(section.querySelector("script[type='application/json']").textContent);
  const room = section.querySelector(".plot");
  const x = data.labels.map((_label, n) => n + 1);
  const narrow = room.clientWidth < NARROW;
  const short = (label) => (narrow ? label.replace(/^\S+ (\d+)$/, "$1").slice(0, 5) : label);
  const step = Math.ceil(x.length / (narrow ? MAX_LABELS / 2 : MAX_LABELS));
  const options = {
    width: room.clientWidth,
    height: HEIGHTS[data.kind],
    cursor: { drag: { x: false, y: false } },
    legend: { live: false },
    scales: { x: { time: false, range: () => [0.5, x.length + 0.5] }, y: SCALES[data.kind] ?? {} },
    axes: [
      axis(narrow, { label: data.along, labelFont: font(narrow), splits: () => x.filter((n) => n % step === 0), values: (_plot, splits) => splits.map((n) => short(data.labels[n - 1] ?? "")) }),
      axis(narrow, { label: data.upright, labelFont: font(narrow), size: narrow ? 56 : 64, values: (_plot, splits) => splits.map(points), ...TICKS[data.kind] }),
    ],
    series: [{}, ...(data.kind === "bars" ? bars(data) : lines(data))],
  };
  room.replaceChildren();
  new uPlot(options, [x, ...data.lines.map(([, figures]) => figures)], room);
  legend(room, data);
}

function drawAll() {
  for (const section of document.querySelectorAll("[data-picture]")) draw(section);
}

let waiting = 0;
window.addEventListener("resize", () => {
  clearTimeout(waiting);
  waiting = setTimeout(drawAll, 150);
});
document.addEventListener("room:changed", drawAll);
drawAll();
