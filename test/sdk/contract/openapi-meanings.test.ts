import { openApiDocument } from "intent-tx/contract";
import { expect, test } from "vitest";

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}
interface Shown {
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
  readonly responses: {
    readonly "200": { readonly content: { readonly "application/json": { readonly schema: Node } } };
  };
}
const { paths } = openApiDocument("x") as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Shown>>>>;
};

/** The fields with this name below a schema, including those in unions and items. */
function below(node: Node, [name, ...rest]: readonly string[]): Node[] {
  if (name === undefined) return [node];
  const own = node.properties?.[name];
  const passed = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.items ? [node.items] : [])];
  return [...(own ? below(own, rest) : []), ...passed.flatMap((one) => below(one, [name, ...rest]))];
}

test.each([
  ["get", "/transactions/{walletAddress}", "data.details.inputToken", /^Symbol/, "SOL"],
  ["get", "/transactions/{walletAddress}", "data.details.outputToken", /^Symbol/, "USDC"],
  ["get", "/transactions/{walletAddress}", "data.details.token", /^Symbol/, "USDC"],
  ["get", "/analytics/metrics", "transactions.successRate", /in percent/, 95],
  ["get", "/analytics/metrics", "intents.total", /successfully parsed/, 60],
  ["get", "/analytics/metrics", "intents.parseErrors", /422/, 4],
  ["post", "/transactions/build", "expectedOutput.fee", /without rent/, 5050],
])("%s %s says of %s what the contract means by it", (method, path, field, meaning, example) => {
  const shown = paths[path]?.[method] as Shown;
  const found = below(shown.responses["200"].content["application/json"].schema, field.split("."));
  expect(found).toEqual([
    expect.objectContaining({ description: expect.stringMatching(meaning), examples: [example] }),
  ]);
});

test("granularity is documented as having no effect", () => {
  const shown = paths["/analytics/metrics"]?.["get"];
  const granularity = shown?.parameters.find(({ name }) => name === "granularity");
  expect(granularity?.description).toMatch(/no other effect/);
});
