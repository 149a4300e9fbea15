import type { Session } from "@intent-tx/mock-server";
import { useState } from "preact/hooks";
import { CopyButton } from "../../parts/copy.js";
import { Empty } from "../../parts/empty.js";
import { Field } from "../../parts/field.js";
import { Panel } from "../../parts/panel.js";
import { Problem } from "../../parts/problem.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { href, useQuery } from "../../server/routes.js";
import { session } from "../../server/site.js";
import { act } from "../../toast.js";

/** Only the server's own world lists sessions. Inside a session, the page links to it. */
export function Sessions() {
  if (session.value !== undefined) return <Inside id={session.value} />;
  return <All />;
}

function Inside({ id }: { readonly id: string }) {
  const { set } = useQuery();
  return (
    <section class="panel" aria-label="Sessions">
      <Empty title={`You are viewing session ${id}.`}>
        <button type="button" onClick={() => set({ session: undefined }, false)}>
          Back to the server’s own world
        </button>
      </Empty>
    </section>
  );
}

function All() {
  const { set } = useQuery();
  const [seed, setSeed] = useState("");
  const found = useResource(
    async (signal) =>
      (await control<{ readonly data: readonly Session[] }>("GET", "/sessions", undefined, signal)).data,
    [],
    3_000,
  );
  const sessions = found.value ?? [];
  const open = () =>
    act("Opened a session.", async () => {
      const { id } = await control<Session>(
        "POST",
        "/sessions",
        seed.trim() === "" ? {} : { seed: seed.trim() },
      );
      set({ session: id }, false);
    });
  const close = (id: string) =>
    act(`Closed ${id}.`, async () => {
      await control("DELETE", `/sessions/${id}`);
      found.reload();
    });
  return (
    <Panel title="Sessions">
      <div class="inner stack">
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void open();
          }}
        >
          <Field label="Seed (empty: from the session’s ID)">
            <input value={seed} onInput={(event) => setSeed(event.currentTarget.value)} />
          </Field>
          <button type="submit" class="primary">
            Open a session
          </button>
        </form>
        {found.problem && <Problem problem={found.problem} retry={found.reload} />}
        {sessions.length === 0 ? (
          <Empty title="No sessions are open.">
            A session is a separate world on this server, for one test run.
          </Empty>
        ) : (
          <ul class="stack">
            {sessions.map(({ id, baseUrl }) => (
              <li key={id} class="row">
                <a href={href("live", { session: id })}>{id}</a>
                <CopyButton text={baseUrl} what="its address" label="Copy address" />
                <button type="button" class="danger" onClick={() => void close(id)}>
                  Close
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
