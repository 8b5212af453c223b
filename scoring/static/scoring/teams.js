// A team is a line: its name and start numbers.

import { lineAfterLine } from "./lines.js"

const form = document.getElementById("team-line")
if (form) lineAfterLine(form, ["line"], document.getElementById("line-answer"))
