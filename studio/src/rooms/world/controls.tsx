import { useState } from "preact/hooks";
import type { ClockView } from "../../../../mock-server/src/control/commands/clock.js";
import { ClockBadge } from "../../parts/clock-badge.js";
import { Button, Form, TextField } from "../../parts/form.js";
import { moment } from "../../parts/format.js";
import { Panel } from "../../parts/panel.js";
import { clockRuns, serverNow, setClock } from "../../server/clock.js";
import { control } from "../../server/http.js";
import { act, useAction } from "../../toast.js";

const STEPS = [
  ["1s", "1 second"],
  ["1m", "1 minute"],
  ["1h", "1 hour"],
  ["24h", "1 day"],
  ["30d", "30 days"],
] as const;

const FREEZE_AHEAD_MS = 1_000;

export function ClockControls() {
  const [to, setTo] = useState("");
  const { busy, run } = useAction();
  const turn = (message: string, reading: () => Promise<ClockView>) =>
    run(message, async () => setClock(await reading()));
  const freeze = () =>
    act("The clock is frozen.", async () => {
      const { now } = await control("GET /clock");
      // The clock still runs during the request and cannot be set back, so the target time is slightly ahead.
      const at = Date.parse(now) + FREEZE_AHEAD_MS;
      setClock(await control("POST /clock/set", { body: { now: at } }));
    });
  return (
    <Panel label="Clock" body="inner stack">
      <p class="big mono" aria-live="off">
        {serverNow.value === undefined ? "–" : moment(serverNow.value)}
      </p>
      <div class="row">
        <ClockBadge />
        {clockRuns.value !== false ? (
          <Button disabled={busy} run={freeze}>
            Freeze
          </Button>
        ) : (
          <Button disabled={busy} run={() => turn("The clock runs.", () => control("POST /clock/resume"))}>
            Resume
          </Button>
        )}
        {STEPS.map(([by, words]) => (
          <Button
            key={by}
            disabled={busy}
            run={() =>
              turn(`The clock advanced by ${words}.`, () => control("POST /clock/advance", { body: { by } }))
            }
          >
            + {words}
          </Button>
        ))}
      </div>
      <Form
        submit={() =>
          turn(`The clock is frozen at ${to}.`, () => control("POST /clock/set", { body: { now: to } }))
        }
      >
        <TextField
          label="Set and freeze at (ISO 8601)"
          size={24}
          placeholder="2027-01-31T12:00:00Z"
          value={to}
          set={(text) => setTo(text.trim())}
        />
        <button type="submit" disabled={busy || to === ""}>
          Set
        </button>
      </Form>
      <p>
        Rate windows, key expiry, intents, slots and prices all follow this clock. Only a restored snapshot
        can set it back.
      </p>
    </Panel>
  );
}
