import * as z from "zod";

import type { RuleId } from "../../src/domain/rules/catalogue.ts";
import { ruleIds, ruleOf } from "../../src/domain/rules/catalogue.ts";
import { checks } from "../../src/harness/assess/checks/checks.ts";
import { controlOperations } from "../../src/server/control/calls/operations.ts";
import { providerStates } from "../../src/server/control/provider-states/catalogue.ts";
import type { ProviderState } from "../../src/server/control/provider-states/state.ts";
import { settings } from "../../src/server/settings/config.ts";
import { takenBy } from "./taken-by.ts";

/** `docs/rules.md`: the whole catalogue of rules, with the choices of the assumed ones. */
export function rulesPage(): string {
  const assumed = ruleIds.filter((id) => ruleOf(id).standing === "assumed");
  return page(
    "Rules and assumptions",
    [
      "Look up a rule that an answer names. The header `x-sandbox-rules` of an answer lists the rules that decided it, and",
      "`GET /_sandbox/rules` lists all of them. [Explain](world.md#why-did-i-get-this-answer) shows them for a request.",
      "",
      "The standing of a rule says where it comes from: *documented* in the interface document, *reference* only in the",
      "provider's public pages, *assumed* nowhere. Answers that depend on an assumption have `;assumed` in that header.",
      `${assumed.length} of ${ruleIds.length} rules are assumed:`,
      "[Which rules are guesses](contracts.md#which-rules-are-guesses-and-what-to-test-then) says what to test.",
      "",
      'Switch a rule with alternatives when you create a workspace (`"assumptions": { "lead.delete": "204" }`), with',
      "`PUT W/assumptions`, in the [console](console.md), in a [fixture](test.md#data-of-your-own), or with `--assumptions FILE`.",
    ],
    [
      ["rule", "clause", "standing", "default", "alternatives", "what it says"],
      ...ruleIds.map(ruleRow),
    ],
  );
}

function ruleRow(id: RuleId): readonly string[] {
  const { clause, standing, statement, source, default: byDefault, alternatives = [] } = ruleOf(id);
  const cited = source === undefined ? standing : `${standing} (${code(source)})`;
  const chosen = byDefault === undefined ? "" : code(byDefault);
  return [code(id), clause, cited, chosen, alternatives.map(code).join(", "), statement];
}

/** The table in `docs/assess.md`: each check with what counts as each verdict. */
export function checksTable(): string {
  return table([
    ["check", "clause", "shown", "violated", "attention"],
    ...checks.map(({ id, clause, criteria: { shown, violated = "", attention = "" } }) => [
      code(id),
      clause.join(", "),
      shown,
      violated,
      attention,
    ]),
  ]).join("\n");
}

/** `src/library/client/calls.ts`: the method and path of each call, without the code that serves it. */
export function clientCalls(): string {
  const rows = controlOperations.map(({ id, method, path }) => {
    const name = id.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
    return `export const ${name} = "${method} ${path}";\n`;
  });
  return `/** Generated from the rows in \`src/server/control\`: the method and path of each call. */\n${rows.join("")}`;
}

/** `docs/control-api.md`: every call of the control plane. */
export function controlPage(): string {
  const rows = controlOperations.map((operation) => {
    const { level, method, path, summary } = operation;
    const call = code(`${method} ${level === "server" ? "/_sandbox" : "W"}${path}`);
    return [call, takenBy(operation), summary];
  });
  return page(
    "Control API",
    [
      "Control a sandbox over HTTP: sign clients up, move time, plan faults, read mail and the journal, reset.",
      "",
      "```text",
      "curl -X POST http://127.0.0.1:4610/_sandbox/clock/advance -H 'content-type: application/json' -d '{ \"by\": \"PT1H\" }'",
      "```",
      "",
      "TypeScript has a [typed client](world.md#the-typed-client) for it, a shell the [commands](cli.md), and the [console](console.md) a palette",
      "that finds each call. A running sandbox shows the [OpenAPI document](../contracts/openapi/control-api.json) with all types,",
      "limits and answers at `/_sandbox/docs`.",
      "",
      "## Conventions",
      "",
      "- `W` is `/_sandbox/workspaces/{id}`, or `/_sandbox` for the workspace `default`.",
      "- Bodies are JSON with `content-type: application/json`. An unknown key is rejected. `null` is the same as an absent key, except",
      "  where the call gives it a meaning, such as no quota. A body of `null` is the same as none.",
      "- Answers are `{ data }`, lists `{ data, meta }`, errors `{ message, fields?, hint? }`.",
      "- Errors are 404 for something that does not exist, 409 for a conflict with the current state, and 422 for invalid input.",
      "- Times are ISO 8601 in UTC. Durations are ISO 8601 (`PT1H`) or milliseconds.",
      "- Control calls use no quota and are not in the journal. Each answer has the sandbox's version in `x-lead-sandbox-version`.",
      "",
      "## Access",
      "",
      "Requests with a foreign `Origin`, or with a public name as `Host`, are refused. Allowed hosts are IP addresses, names without",
      "a dot, names under `.localhost`, `.internal` and `.local`, and those of `--allow-hosts`.",
      "",
      "With `--control-token`, send the token as `Authorization: Bearer`, or as the password of `Basic`. For an `EventSource`,",
      "`POST /_sandbox/session` sets a cookie instead.",
      "",
      "## Other paths",
      "",
      "| path | answer |",
      "| --- | --- |",
      "| `/livez`, `/readyz` | `ok` |",
      "| `/_sandbox/ca.crt` | the certificate to trust for [HTTPS](unchanged.md#my-client-requires-https) |",
      "| `/_sandbox/guide/` | the documentation with a search, `search?words=`; it needs no token |",
      "| `/favicon.ico` | 204 |",
      "| `W/sign-up`, `W/unsubscribe` | [pages](mail.md#the-pages) that mails link to; they need no token |",
      "| `W/mailpit` | the API of [Mailpit](mail.md#mailpit-without-mailpit) |",
      "",
      "## Calls",
      "",
      "Fields with a `?` are optional, and so are all query parameters.",
    ],
    [["call", "takes", "does"], ...rows],
  );
}

/** `contracts/provider-states.md`: every provider state with its parameters and values. */
export function providerStatesPage(): string {
  return page(
    "Provider states",
    [
      "Prepare the sandbox for an interaction of a pact. `GET /_sandbox/pact/states` lists the states, and `POST` sets one up.",
      "",
      "```http",
      "POST /_sandbox/pact/states",
      "content-type: application/json",
      "",
      '{ "state": "an active lead exists", "params": { "email": "maya@example.com" } }',
      "```",
      "",
      "The answer has the values at its top level, without `data`, because Pact's verifier reads them there:",
      "",
      "```json",
      '{ "leadId": "Vr2ymFvp", "email": "maya@example.com", "firmId": "Harb0rPt", "apiKey": "11111111-1111-4111-8111-111111111111" }',
      "```",
      "",
      "- Names are not case-sensitive. An unknown name fails with the nearest names.",
      "- Several states of one interaction add up, in their order.",
      "- A record that is named by its id is created if it does not exist.",
      "- Parameters without a default are optional unless they are **needed**.",
    ],
    [["state", "parameters", "answers"], ...providerStates.map(stateRow)],
  );
}

function stateRow({ name, description, params, values }: ProviderState): readonly string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(params, {
    io: "input",
    unrepresentable: "any",
  });
  const taken = Object.entries(properties).map(([parameter, schema]) => {
    const byDefault = typeof schema === "object" ? schema.default : undefined;
    const needed = required.includes(parameter) ? " (**needed**)" : "";
    return byDefault === undefined || byDefault === null
      ? code(parameter) + needed
      : `${code(parameter)} = ${code(JSON.stringify(byDefault))}`;
  });
  const answered = Object.entries(values).map(([value, what]) => `${code(value)}: ${what}`);
  return [`**${name}**: ${description}`, taken.join(", "), answered.join("; ")];
}

/** The settings table of `docs/settings.md`. */
export function settingsTable(): string {
  return table([
    ["flag", "variable", "meaning", "default"],
    ...settings.map(({ flag, variable, description, byDefault }) => [
      code(flag),
      code(variable),
      description,
      defaultText(byDefault),
    ]),
  ]).join("\n");
}

/** The default value as in an environment variable; empty if there is none. */
function defaultText(byDefault: unknown): string {
  if (typeof byDefault === "boolean") return code(byDefault ? "on" : "off");
  return ["string", "number"].includes(typeof byDefault) ? code(String(byDefault)) : "";
}

function page(
  title: string,
  introduction: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [`# ${title}`, "", ...introduction, "", ...table(rows), ""].join("\n");
}

export function table([head = [], ...rows]: readonly (readonly string[])[]): readonly string[] {
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

export function code(text: string): string {
  return `\`${text}\``;
}
