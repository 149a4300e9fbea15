import { useState } from "preact/hooks";
import { CopyButton } from "../../parts/copy.js";
import { Button, Form, TextField } from "../../parts/form.js";
import { Empty, Panel, Problem } from "../../parts/panel.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { href, session, useQuery } from "../../server/url.js";
import { act } from "../../toast.js";

/** Only the server's own world lists sessions. Inside a session, the page links to it. */
export function Sessions() {
  if (session.value !== undefined) return <Inside id={session.value} />;
  return <All />;
}

function Inside({ id }: { readonly id: string }) {
  const { set } = useQuery();
  return (
    <Panel label="Sessions">
      <Empty title={`You are viewing session ${id}.`}>
        <Button run={() => set({ session: undefined }, false)}>Back to the server’s own world</Button>
      </Empty>
    </Panel>
  );
}

function All() {
  const { set } = useQuery();
  const [seed, setSeed] = useState("");
  const found = useResource((signal) => control("GET /sessions", { signal }), [], 3_000);
  const sessions = found.value?.data ?? [];
  const open = () =>
    act("Opened a session.", async () => {
      const body = seed.trim() === "" ? {} : { seed: seed.trim() };
      const { id } = await control("POST /sessions", { body });
      set({ session: id }, false);
    });
  const close = (id: string) =>
    act(`Closed ${id}.`, async () => {
      await control("DELETE /sessions/{id}", { params: { id } });
      found.reload();
    });
  return (
    <Panel title="Sessions" body="inner stack">
      <Form submit={open}>
        <TextField label="Seed (empty: from the session’s ID)" value={seed} set={setSeed} />
        <button type="submit" class="primary">
          Open a session
        </button>
      </Form>
      <Problem of={found} />
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
              <Button class="danger" run={() => close(id)}>
                Close
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
