// The journals that the guide builds on other databases, over small fakes with the same methods and errors.
import { readFileSync } from "node:fs";
import { checkJournal, KeyValueJournal } from "intent-tx/solana";
import ts from "typescript";
import { expect, test } from "vitest";

const guide = readFileSync("docs/guides/journals.md", "utf8");
const samples = [...guide.matchAll(/```ts no-run no-check\n(.*?)```/gs)].map(([, code = ""]) => code);

/** Runs the sample that contains `text`, and returns the value of its expression. */
function run(text: string, expression: string, modules: object, globals: object): unknown {
  const [code = "", ...others] = samples.filter((sample) => sample.includes(text));
  expect(others).toEqual([]);
  const lines = code.split("\n").filter((line) => line !== "" && !line.startsWith("import "));
  expect(lines.length).toBeLessThanOrEqual(40);
  const { outputText } = ts.transpileModule(`${code}\nreturn ${expression};`, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const names = {
    exports: {},
    require: () => ({ ...modules, KeyValueJournal }),
    KeyValueJournal,
    ...globals,
  };
  return new Function(...Object.keys(names), outputText)(...Object.values(names));
}

/** Runs calls one after the other. */
function lock() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(call: () => Promise<T>): Promise<T> => {
    const result = last.then(call);
    last = result.catch(() => undefined);
    return result;
  };
}

const conform = (journal: KeyValueJournal, damage: (paymentId: string) => void) =>
  checkJournal(() => journal, { damage });

test("DynamoDB", async () => {
  type Item = Record<string, { readonly S: string }>;
  interface Request {
    readonly TableName: string;
    readonly Key?: Item;
    readonly Item?: Item;
    readonly ConsistentRead?: boolean;
    readonly ConditionExpression?: string;
    readonly ExpressionAttributeValues?: Item;
  }
  const rows = new Map<string, Item>();
  let replica = new Map<string, Item>();
  const change = async (request: Request) => {
    const id = (request.Key ?? request.Item)?.["id"]?.S ?? "";
    const { ConditionExpression: condition, ExpressionAttributeValues: values } = request;
    const row = rows.get(id);
    const holds =
      condition === "attribute_not_exists(id)" && values === undefined
        ? row === undefined
        : condition === "payment = :old" && row?.["payment"]?.S === values?.[":old"]?.S && row !== undefined;
    if (!holds) throw Object.assign(new Error(), { name: "ConditionalCheckFailedException" });
    // A replica lags by one write.
    replica = new Map(rows);
    if (request.Item) rows.set(id, request.Item);
    else rows.delete(id);
  };
  const seen = ({ ConsistentRead }: Request) => (ConsistentRead ? rows : replica);
  class DynamoDB {
    readonly getItem = async (request: Request) => ({
      Item: seen(request).get(request.Key?.["id"]?.S ?? ""),
    });
    readonly putItem = change;
    readonly deleteItem = change;
  }
  async function* paginateScan(_: object, request: Request) {
    yield {};
    for (const item of seen(request).values()) yield { Items: [item] };
  }
  const journal = run("@aws-sdk", "inDynamoDb", { DynamoDB, paginateScan }, {});
  await conform(
    journal as KeyValueJournal,
    (id) => void rows.set(id, { id: { S: id }, payment: { S: "?" } }),
  );
});

test("Durable Objects", async () => {
  let rows = new Map<string, unknown>();
  const inTurn = lock();
  const methods = (of: () => Map<string, unknown>) => ({
    get: async (key: string) => of().get(key),
    put: async (key: string, value: unknown) => void of().set(key, structuredClone(value)),
    delete: async (key: string) => of().delete(key),
    list: async () => new Map([...of()].sort(([one], [other]) => (one < other ? -1 : 1))),
  });
  const transaction = (change: (rows: object) => Promise<unknown>) =>
    inTurn(async () => {
      const copy = new Map(rows);
      const result = await change(methods(() => copy));
      rows = copy;
      return result;
    });
  class DurableObject {
    readonly ctx = { storage: { ...methods(() => rows), transaction } };
  }
  const payments = run("cloudflare:workers", "new Payments()", { DurableObject }, {});
  await conform((payments as { journal: KeyValueJournal }).journal, (id) => void rows.set(id, "?"));
});

test("chrome.storage", async () => {
  let rows: Record<string, unknown> = Object.create(null);
  const local = {
    get: async (key: string | null) =>
      structuredClone(key === null ? { ...rows } : key in rows ? { [key]: rows[key] } : {}),
    set: async (items: object) => {
      rows = Object.assign(Object.create(null), rows, structuredClone(items));
    },
    remove: async (key: string) => void delete rows[key],
  };
  const inTurn = lock();
  const locks = { request: (_: string, call: () => Promise<unknown>) => inTurn(call) };
  const globals = { chrome: { storage: { local } }, navigator: { locks } };
  const journal = run("chrome.storage", "inAnExtension", {}, globals) as KeyValueJournal;
  rows["theme"] = { dark: true };
  await conform(journal, (id) => void local.set({ [id]: "?" }));
  expect(await journal.get("constructor")).toBeUndefined();
});
