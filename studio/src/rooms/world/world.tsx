import { useRoute } from "preact-iso";
import { Tabs } from "../../parts/tabs.js";
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
        <Tabs items={PARTS} current={part} label="Parts" />
        {part === "turn" && <ClockControls />}
        {part === "sessions" && <Sessions />}
        {part === "state" && <StateFile />}
      </div>
    </>
  );
}
