import { ENVIRONMENTS } from "intent-tx/contract";
import { useState } from "preact/hooks";
import type { CommandResult } from "../../mock-server/src/control/commands.js";
import { ClockBadge } from "./parts/clock-badge.js";
import { Choice, Form } from "./parts/form.js";
import { moment } from "./parts/format.js";
import { Icon } from "./parts/icon.js";
import { Problem } from "./parts/panel.js";
import { serverNow } from "./server/clock.js";
import { controlToken, storeControlToken } from "./server/control-token.js";
import { authorized } from "./server/http.js";
import { useResource } from "./server/resource.js";
import { connection, tryAgain } from "./server/traffic.js";
import { href, network, session, useQuery } from "./server/url.js";
import { worldProblem } from "./server/world.js";
import { chosen, nextTheme } from "./theme.js";

const STATES = {
  connecting: { kind: "info", text: "Connecting" },
  live: { kind: "good", text: "Connected to the mock" },
  lost: { kind: "bad", text: "Server unreachable, retrying" },
  refused: { kind: "warn", text: "Access denied" },
} as const;

function SessionPicker() {
  const { set } = useQuery();
  const sessions = useResource(
    async () => {
      // The list of sessions always comes from the server itself, not from the selected session.
      const response = await fetch("/_mock/sessions", { headers: authorized() });
      const { data }: CommandResult<"GET /sessions"> = response.ok ? await response.json() : { data: [] };
      return data.map(({ id }) => id);
    },
    [connection.value],
    10_000,
  );
  const known = sessions.value ?? [];
  if (known.length === 0 && session.value === undefined) return null;
  const all =
    session.value !== undefined && !known.includes(session.value) ? [...known, session.value] : known;
  return (
    <label class="row">
      <span class="soft">Session</span>
      <select
        value={session.value ?? ""}
        onChange={(event) => set({ session: event.currentTarget.value || undefined }, false)}
      >
        <option value="">none</option>
        {all.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  );
}

function TokenForm() {
  const [token, setToken] = useState("");
  return (
    <Form
      class="row"
      submit={() => {
        if (token.trim() === controlToken.value) tryAgain();
        else storeControlToken(token.trim());
      }}
    >
      <label class="row">
        Control token
        <input
          type="password"
          value={token}
          autocomplete="off"
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={token.trim() === ""}>
        Open
      </button>
    </Form>
  );
}

/** The top bar of every page: connection, world, network, clock, theme. */
export function Top() {
  const { set } = useQuery();
  const { kind, text } = STATES[connection.value];
  const problem = worldProblem.value;
  return (
    <header class="top">
      <span class={`badge ${kind}`} role="status">
        {text}
      </span>
      <SessionPicker />
      <Choice
        label="Network"
        value={network.value}
        set={(name) => set({ network: name === "test" ? "test" : undefined })}
        choices={ENVIRONMENTS}
      >
        <span class="soft" aria-hidden="true">
          Network
        </span>
      </Choice>
      <a href={href("world")} class="row clock end" title="Change the clock">
        <Icon name="clock" size={15} />
        <span class="mono">{serverNow.value === undefined ? "–" : moment(serverNow.value)}</span>
        <ClockBadge />
      </a>
      <button type="button" class="plain theme" onClick={nextTheme} title={`Theme: ${chosen.value}`}>
        <Icon name={chosen.value} size={16} />
        <span class="visually-hidden">Theme: {chosen.value}. Change it</span>
      </button>
      {problem?.status === 403 && <TokenForm />}
      {problem && problem.status !== 0 && <Problem of={{ problem, reload: tryAgain }} />}
    </header>
  );
}
