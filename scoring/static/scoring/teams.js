// A team is a line: its name and start numbers.

import { lineAfterLine } from "./lines.js"

lineAfterLine(document.getElementById("team-line"), ["line"], document.getElementById("line-answer"))
