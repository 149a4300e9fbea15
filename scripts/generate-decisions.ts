import { DECISION_GROUPS, type Decision } from "../mock-server/src/api/decisions.js";
import { DIALECTS } from "../mock-server/src/api/readings.js";

const cell = (text: string) => text.replaceAll("|", "\\|");

function switchOf({ option, strictMinimal }: Decision): string {
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
  return parts.join("<br>") || "–";
}

const group = ({ title, decisions }: (typeof DECISION_GROUPS)[number]) => `## ${title}

| # | open point | mock server, by default | can be switched to | the SDK accepts |
|---|---|---|---|---|
${decisions.map(row).join("\n")}`;

function row(decision: Decision): string {
  const { number, topic, rule, sdk } = decision;
  return `| <a id="decision-${number}" href="#decision-${number}">${number}</a> | ${[topic, rule, switchOf(decision), sdk ?? "–"].map(cell).join(" | ")} |`;
}

function dialectRow([name, options]: [string, object]): string {
  const settings = Object.entries(options).map(([option, value]) => `\`${option}=${value}\``);
  const means =
    name === "strict-minimal"
      ? "nothing that the contract calls optional: no `error.details`, `error.field`, `meta`, `X-Request-Id`, `Retry-After`, `WWW-Authenticate`; the rate-limit headers stay"
      : settings.join(", ") || "the rules of the table";
  return `| \`${name}\` | ${means} |`;
}

/** The text of `docs/decisions.md`. */
export function decisionsPage(): string {
  return `---
title: Contract decisions
group: Reference
description: What the service's contract leaves open, what the mock server does there, and what the SDK accepts.
---

# Contract decisions

<!-- Written by scripts/generate-decisions.ts from mock-server/src/api/decisions.ts; change it and run: npm run docs:generate -->

The service's contract says at many points that something is "not shown", or says two things. Each such point has a number
here, and code and tests refer to it. The mock server follows the rule unless it is switched; the SDK works with every
reading in its column at once and needs no setting. A running mock server answers what is in force at
\`GET /_mock/contract\`, and \`intent-tx-mock verify --base-url URL\` finds out which readings any service has. The reasons for
which a command is refused (decision 38) are in [Error codes](errors.md#reasons-of-parsing_error).

${DECISION_GROUPS.map(group).join("\n\n")}

## Options and dialects

Options are given as \`serve --contract NAME=VALUE\`, which may be repeated, or as \`createMockServer({ contract: { … } })\`. A
dialect is a named set of them, given as \`serve --dialect NAME\` or \`createMockServer({ dialect })\`; single options are laid
on top.

| dialect | readings |
|---|---|
${Object.entries(DIALECTS).map(dialectRow).join("\n")}
`;
}
