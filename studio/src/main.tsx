import { render } from "preact";
import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/parts.css";
import { App } from "./app.js";
import { followClock } from "./server/clock.js";
import { followTraffic } from "./server/traffic.js";

const root = document.getElementById("app");
if (!root) throw new Error("index.html has no #app");
followTraffic();
followClock();
render(<App />, root);
