import { useRef } from "preact/hooks";
import { Confirm } from "../../parts/confirm.js";
import { Button } from "../../parts/form.js";
import { Panel } from "../../parts/panel.js";
import { control } from "../../server/http.js";
import { act } from "../../toast.js";

async function download(): Promise<void> {
  const state = await control("GET /state");
  const url = URL.createObjectURL(new Blob([JSON.stringify(state)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `intent-tx-${state.seed.replace(/\W+/g, "-")}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

async function restore(file: File): Promise<void> {
  let state: object;
  try {
    state = JSON.parse(await file.text());
  } catch {
    throw new Error(`${file.name} is not JSON. Choose a file that "Snapshot to a file" saved.`);
  }
  await control("PUT /state", { body: state });
}

/** Buttons that save a snapshot to a file, restore a snapshot, and reset to the seed's world. */
export function StateFile() {
  const input = useRef<HTMLInputElement>(null);
  const reset = async () => {
    await act("The world was reset to its initial state.", () => control("POST /reset", { body: {} }));
  };
  return (
    <Panel title="Snapshot and reset" body="inner stack">
      <div class="row">
        <Button run={() => act("Saved a snapshot.", download)}>Snapshot to a file</Button>
        <Button run={() => input.current?.click()}>Restore from a file</Button>
        <Confirm action="Reset" label="Reset" keep="Keep everything" run={reset}>
          Reset the world to its initial state? All keys, transactions and other changes will be lost.
        </Confirm>
      </div>
      <input
        ref={input}
        type="file"
        accept="application/json"
        class="visually-hidden"
        tabIndex={-1}
        aria-label="Snapshot file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = "";
          if (file) void act(`Restored ${file.name}.`, () => restore(file));
        }}
      />
      <p>
        A snapshot contains the whole state and the clock, and can be restored on a server with the same seed.
        A reset returns to the initial state: all keys, transactions and other changes are lost.
      </p>
    </Panel>
  );
}
