// A list that can only be read: what was typed on the way to it is told, and entered nowhere.

import { stayed } from "./jump.js"

stayed()
