// Elements made from data, and changes of a page that keep the focus where it is.

/** An element: h("button", { class: "key", "data-do": "who" }, "Ada"). Children may be lists;
 * null, undefined and false are left out, also as attributes. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (isShown(value)) element.setAttribute(name, value === true ? "" : value)
  }
  element.append(...shown(children))
  return element
}

const isShown = child => child !== null && child !== undefined && child !== false
const shown = children => children.flat(Infinity).filter(isShown)

/** Give an element other children; those that stay are changed, not replaced. */
export function fill(element, ...children) {
  const wanted = shown(children).map(child => (child instanceof Node ? child : document.createTextNode(child)))
  const present = [...element.childNodes]
  wanted.forEach((child, place) => {
    const old = present[place]
    if (!old) element.append(child)
    else if (isSame(old, child)) morph(old, child)
    else old.replaceWith(child)
  })
  for (const old of present.slice(wanted.length)) old.remove()
}

const isElement = node => node.nodeType === Node.ELEMENT_NODE
const isSame = (old, other) => old.nodeName === other.nodeName
  && (!isElement(old) || old.dataset.key === other.dataset.key)

export function morph(old, other) {
  if (!isElement(old)) {
    if (old.nodeValue !== other.nodeValue) old.nodeValue = other.nodeValue
    return
  }
  for (const { name } of [...old.attributes]) {
    const isOpenedByHand = old.nodeName === "DETAILS" && name === "open"
    if (!other.hasAttribute(name) && !isOpenedByHand) old.removeAttribute(name)
  }
  for (const { name, value } of other.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  }
  if (!old.matches("input, textarea")) fill(old, ...other.childNodes)
}

/** The template of this id, filled in: [name] in its texts and attributes is a figure. `data-for`
 * makes its element once for each of a list, with its figures too, and not at all for nothing;
 * `data-unless` makes it for nothing only, `data-of` puts nodes into it. */
export function filled(id, figures) {
  const template = document.getElementById(id).content.cloneNode(true)
  fillIn(template, figures)
  return [...template.childNodes]
}

function fillIn(element, figures) {
  for (const child of [...element.childNodes]) {
    if (isElement(child)) child.replaceWith(...copies(child, figures))
    else if (child.data.trim()) child.data = say(child.data, figures)
    else child.remove()
  }
}

function copies(element, figures) {
  const { for: name, unless } = element.dataset
  if (unless && figures[unless]) return []
  const items = name ? [figures[name]].flat().filter(Boolean) : [{}]
  return items.map(item => copy(element.cloneNode(true), { ...figures, ...item }))
}

function copy(element, figures) {
  for (const { name, value } of [...element.attributes]) {
    const figure = /^\[\w+\]$/.test(value) ? figures[value.slice(1, -1)] : say(value, figures)
    if (isShown(figure)) element.setAttribute(name, figure === true ? "" : figure)
    else element.removeAttribute(name)
  }
  const { do: act, value = "", of } = element.dataset
  if (act) element.dataset.key ??= `${act}-${value}` // a finger hits what it was laid on
  if (of) element.replaceChildren(...shown([figures[of]]))
  else fillIn(element, figures)
  return element
}

/** A sentence with figures: say("Game [n]", { n: 3 }). */
export const say = (sentence, figures = {}) => sentence.replace(
  /\[(\w+)\]/g, (whole, name) => (name in figures ? figures[name] : whole))

/** Points with their sign, with a real minus: +36, −48. */
export const signed = points => (points < 0 ? `−${-points}` : points > 0 ? `+${points}` : "0")

/** Points as on every page: 10 633 and 9 899 alike, with a narrow space. */
export const figure = points => (points < 0 ? "−" : "") +
  String(Math.abs(points)).replace(/\B(?=(\d{3})+$)/g, "\u202f")

/** The letters of a name as people type them on a telephone: özil is found by oz, and by öz. */
export const folded = text => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss")
