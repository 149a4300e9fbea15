import { useRoute } from "preact-iso";
import { Tabs } from "../../parts/tabs.js";
import "./clock.css";
import { ClockControls } from "./controls.js";
import { Faults } from "./faults.js";
import { Sessions } from "./sessions.js";
import { StateFile } from "./state.js";

const PARTS = [
  { name: "turn", text: "Clock", path: "clock" },
  { name: "faults", text: "Faults", path: "clock/faults" },
  { name: "sessions", text: "Sessions", path: "clock/sessions" },
  { name: "state", text: "Snapshot and reset", path: "clock/state" },
] as const;

export function ClockRoom() {
  const { params } = useRoute();
  const part = PARTS.find(({ name }) => name === params["part"])?.name ?? "turn";
  return (
    <>
      <div class="room-head">
        <h1>Clock and faults</h1>
      </div>
      <div class="stack">
        <Tabs items={PARTS} current={part} label="Parts" />
        {part === "turn" && <ClockControls />}
        {part === "faults" && <Faults />}
        {part === "sessions" && <Sessions />}
        {part === "state" && <StateFile />}
      </div>
    </>
  );
}
