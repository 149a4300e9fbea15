import { useState } from "preact/hooks";
import type { ClockView } from "../../../../mock-server/src/control/commands/clock.js";
import { ClockBadge } from "../../parts/clock-badge.js";
import { Field } from "../../parts/field.js";
import { moment } from "../../parts/format.js";
import { clockRuns, serverNow, setClock } from "../../server/clock.js";
import { control } from "../../server/http.js";
import { act } from "../../toast.js";

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
  const [busy, setBusy] = useState(false);
  const send = async (message: string, path: string, body?: unknown) => {
    setBusy(true);
    await act(message, async () => setClock(await control<ClockView>("POST", `/clock/${path}`, body ?? {})));
    setBusy(false);
  };
  const freeze = () =>
    act("The clock is frozen.", async () => {
      const { now } = await control<ClockView>("GET", "/clock");
      // The clock still runs during the request and cannot be set back, so the target time is slightly ahead.
      const at = Date.parse(now) + FREEZE_AHEAD_MS;
      setClock(await control<ClockView>("POST", "/clock/set", { now: at }));
    });
  return (
    <section class="panel" aria-label="Clock">
      <div class="inner stack">
        <p class="big mono" aria-live="off">
          {serverNow.value === undefined ? "–" : moment(serverNow.value)}
        </p>
        <div class="row">
          <ClockBadge />
          {clockRuns.value !== false ? (
            <button type="button" disabled={busy} onClick={() => void freeze()}>
              Freeze
            </button>
          ) : (
            <button type="button" disabled={busy} onClick={() => void send("The clock runs.", "resume")}>
              Resume
            </button>
          )}
          {STEPS.map(([by, words]) => (
            <button
              key={by}
              type="button"
              disabled={busy}
              onClick={() => void send(`The clock advanced by ${words}.`, "advance", { by })}
            >
              + {words}
            </button>
          ))}
        </div>
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void send(`The clock is frozen at ${to}.`, "set", { now: to });
          }}
        >
          <Field label="Set and freeze at (ISO 8601)">
            <input
              size={24}
              placeholder="2027-01-31T12:00:00Z"
              value={to}
              onInput={(event) => setTo(event.currentTarget.value.trim())}
            />
          </Field>
          <button type="submit" disabled={busy || to === ""}>
            Set
          </button>
        </form>
        <p>
          Rate windows, key expiry, intents, slots and prices all follow this clock. Only a restored snapshot
          can set it back.
        </p>
      </div>
    </section>
  );
}
