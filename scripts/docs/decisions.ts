import { DECISION_GROUPS, type Decision } from "../../mock-server/src/control/decisions.js";
import { DIALECTS } from "../../mock-server/src/world/dialects.js";

function switchesOf({ option, strictMinimal }: Decision): string[] {
  const parts: string[] = [];
  if (option) {
    const [, ...others] = Object.entries(option.values);
    parts.push(
      ...others.map(([value, does]) => {
        const written = option.given === "--limits" ? `limits: ${value}` : `${option.name}=${value}`;
        return `\`${written}\`: ${does}`;
      }),
    );
  }
  if (strictMinimal !== undefined) parts.push(`\`strict-minimal\`: ${strictMinimal}`);
  return parts;
}

const capitalised = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const group = ({ title, decisions }: (typeof DECISION_GROUPS)[number]) =>
  `## ${title}\n\n${decisions.map(section).join("\n\n")}`;

function section(decision: Decision): string {
  const { number, topic, rule, sdk } = decision;
  const items = [...switchesOf(decision), ...(sdk === undefined ? [] : [`Client: ${sdk}`])].map(
    (item) => `- ${item}`,
  );
  return [`### <a id="decision-${number}"></a>${number}. ${capitalised(topic)}`, rule, items.join("\n")]
    .filter((part) => part !== "")
    .join("\n\n");
}

function dialectRow([name, options]: [string, object]): string {
  const settings = Object.entries(options).map(([option, value]) => `\`${option}=${value}\``);
  const means =
    name === "strict-minimal"
      ? "omits everything that the contract calls optional: `error.details`, `error.field`, `meta`, `X-Request-Id`, `Retry-After` and `WWW-Authenticate`. The rate-limit headers are still sent"
      : settings.join(", ") || "the rules above";
  return `| \`${name}\` | ${means} |`;
}

/** The text of `docs/decisions.md`. */
export function decisionsPage(): string {
  return `---
title: Contract decisions
group: Reference
outline: 2
description: Points that the service's contract leaves open, the mock server's behaviour at each point, and the forms that the SDK accepts.
---

# Contract decisions

<!-- Written by scripts/docs/decisions.ts from mock-server/src/control/decisions.ts; change it and run: npm run docs:generate -->

The service's contract leaves some points open. This page lists each point, the mock server's behaviour, the options that change
it, and the other forms that the client accepts. The points are grouped by topic, and their numbers never change. On a running mock server, \`GET /_mock/contract\` returns the active decisions.
\`intent-tx-mock verify --base-url URL\` shows the decisions of any service. [Error codes](errors.md#reasons-for-parsing_error) lists the
reasons for which a command is rejected (decision 38).

${DECISION_GROUPS.map(group).join("\n\n")}

## Options and dialects

Set options with \`serve --contract NAME=VALUE\`, which can be repeated, or with \`createMockServer({ contract: { … } })\`. A dialect is a
named set of options. Set a dialect with \`serve --dialect NAME\` or \`createMockServer({ dialect })\`. Individual options override the
dialect.

| dialect | options |
|---|---|
${Object.entries(DIALECTS).map(dialectRow).join("\n")}
`;
}
