import { useRoute } from "preact-iso";
import { href } from "../../server/url.js";
import "./world.css";
import { ClockControls } from "./controls.js";
import { Sessions } from "./sessions.js";
import { StateFile } from "./state.js";

const PARTS = [
  { name: "turn", text: "Clock", path: "world" },
  { name: "sessions", text: "Sessions", path: "world/sessions" },
  { name: "state", text: "Snapshot and reset", path: "world/state" },
] as const;

export function World() {
  const { params } = useRoute();
  const part = PARTS.find(({ name }) => name === params["part"])?.name ?? "turn";
  return (
    <>
      <div class="room-head">
        <h1>World</h1>
        <p>The server’s clock, its sessions, and its whole state.</p>
      </div>
      <div class="stack">
        <nav class="tabs" aria-label="Parts">
          {PARTS.map(({ name, text, path }) => (
            <a key={name} href={href(path)} aria-current={name === part ? "page" : undefined}>
              {text}
            </a>
          ))}
        </nav>
        {part === "turn" && <ClockControls />}
        {part === "sessions" && <Sessions />}
        {part === "state" && <StateFile />}
      </div>
    </>
  );
}
