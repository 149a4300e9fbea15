import { swapProgramError } from "../../../../mock-server/src/formats/amm/instruction.js";
import { PROGRAMS } from "../../../../mock-server/src/formats/programs.js";
import { type Call, callTree } from "./calls.js";
import { Address } from "./names.js";

const CUSTOM = /custom program error: 0x([0-9a-f]+)/i;

/** The swap program's name for its custom error. */
function errorName({ program, error = "" }: Call): string | undefined {
  const code = program === PROGRAMS.swap ? CUSTOM.exec(error)?.[1] : undefined;
  return code === undefined ? undefined : swapProgramError(Number.parseInt(code, 16))?.name;
}

const RETURNED = /^Program return: \S+ /;
const readable = (line: string) =>
  RETURNED.test(line) ? line.replace(RETURNED, "returned ") : line.replace(/^Program (log|data): /, "");

function CallItem({ call }: { readonly call: Call }) {
  const named = errorName(call);
  return (
    <li class="call">
      <div class="row">
        <Address address={call.program} />
        {call.outcome === "success" && <span class="badge good">success</span>}
        {call.outcome === "failed" && <span class="badge bad">failed</span>}
        {call.units !== undefined && (
          <span class="badge">
            {call.units.toLocaleString("en")} of {call.budget?.toLocaleString("en")} units
          </span>
        )}
      </div>
      {call.error !== undefined && (
        <p class="error mono">
          {call.error}
          {named !== undefined && ` (${named})`}
        </p>
      )}
      <LogEntries entries={call.entries} />
    </li>
  );
}

function LogEntries({ entries }: { readonly entries: readonly (string | Call)[] }) {
  if (entries.length === 0) return null;
  return (
    <ol class="calls">
      {entries.map((one, index) =>
        typeof one === "string" ? (
          <li key={index} class="mono said">
            {readable(one)}
          </li>
        ) : (
          <CallItem key={index} call={one} />
        ),
      )}
    </ol>
  );
}

export function CallTree({ logs }: { readonly logs: readonly string[] }) {
  return (
    <>
      <LogEntries entries={callTree(logs)} />
      <details class="inner">
        <summary>Raw log ({logs.length} lines)</summary>
        <pre class="json" tabIndex={0}>
          {logs.join("\n")}
        </pre>
      </details>
    </>
  );
}
