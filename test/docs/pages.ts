import * as z from "zod";

import { settings } from "../../src/config.ts";
import { controlOperations } from "../../src/control/operations.ts";
import { providerStates } from "../../src/control/provider-states/catalogue.ts";
import type { ProviderState } from "../../src/control/provider-states/state.ts";
import type { RuleId } from "../../src/rules/catalogue.ts";
import { ruleIds, ruleOf } from "../../src/rules/catalogue.ts";
import { takenBy } from "./taken-by.ts";

/** `docs/rules.md`: the whole catalogue. */
export function rulesPage(): string {
  return page(
    "Rules",
    [
      "What every answer of the sandbox can be traced to. The header `x-sandbox-rules` of an answer names the rules",
      "that decided it, `GET /_sandbox/rules` lists them all. *Documented* is what the interface document says,",
      "*reference* what only the provider's public pages say, *assumed* what nobody says.",
    ],
    [["rule", "clause", "standing", "what it says"], ...ruleIds.map(ruleRow)],
  );
}

function ruleRow(id: RuleId): readonly string[] {
  const { clause, standing, statement, source } = ruleOf(id);
  const cited = source === undefined ? standing : `${standing} (\`${source}\`)`;
  return [`\`${id}\``, clause, cited, statement];
}

/** `docs/assumptions.md`: the rules that a workspace can switch, and those assumed without a choice. */
export function assumptionsPage(): string {
  const chosen = ruleIds.filter((id) => ruleOf(id).default !== undefined);
  const plain = ruleIds.filter(
    (id) => ruleOf(id).standing === "assumed" && ruleOf(id).default === undefined,
  );
  return [
    page(
      "Assumptions",
      [
        "Where nobody documents a behaviour, the sandbox chooses, says so on every answer that rests on the choice",
        "(`;assumed` in `x-sandbox-rules`), and offers the alternatives. Switch them for a workspace when it is made",
        '(`"assumptions": { "lead.delete": "204" }`), with `PUT /_sandbox/assumptions`, or in a fixture.',
      ],
      [
        ["rule", "default", "alternatives", "what it says"],
        ...chosen.map((id) => {
          const { default: byDefault = "", alternatives = [], statement } = ruleOf(id);
          return [`\`${id}\``, code(byDefault), alternatives.map(code).join(", "), statement];
        }),
      ],
    ),
    "## Assumed without a choice",
    "",
    ...table([["rule", "what it says"], ...plain.map((id) => [`\`${id}\``, ruleOf(id).statement])]),
    "",
  ].join("\n");
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
      "Everything that a tester can do to a sandbox, over HTTP. `W` is `/_sandbox/workspaces/{id}`, or `/_sandbox` for",
      "the workspace named `default`. Bodies are JSON with `content-type: application/json`; an unknown key is refused,",
      "never ignored. Answers are `{ data }`, lists `{ data, meta }`, refusals `{ message, fields?, hint? }` with 404 for",
      "a thing that is not there, 409 for a world that does not allow it and 422 for input that is not understood. Times",
      "are ISO 8601 in UTC, durations ISO 8601 (`PT1H`) or milliseconds.",
      "",
      "The plane is never metered and never in the journal. It refuses a request with a foreign `Origin`, and one whose",
      "`Host` is a public name: allowed are addresses, names without a dot, names under `.localhost`, `.internal` and",
      "`.local`, and those of `LEAD_SANDBOX_ALLOW_HOSTS`. With `LEAD_SANDBOX_CONTROL_TOKEN` set it needs",
      "`Authorization: Bearer`, or `Basic` with the token as the password, or the cookie that",
      "`POST /_sandbox/session` answers to the token, for an `EventSource`. `GET /livez` and `GET /readyz` answer `ok`;",
      "`GET /_sandbox/ca.crt` answers the certificate that clients have to trust for [HTTPS](https.md); `GET /favicon.ico`,",
      "which browsers ask for by themselves, is 204.",
      "",
      "Beside the calls below, `W/sign-up` and `W/unsubscribe` are [pages](journey.md) that mails lead to, which need no token,",
      "and `W/mailpit` answers as [Mailpit](mailpit.md) does.",
      "",
      "What stands with a `?` behind it may be left out, and so may every query parameter. The types, bounds and answers are in",
      "[the OpenAPI document](../contracts/openapi/control-api.json), which a running sandbox shows at `/_sandbox/docs`.",
    ],
    [["call", "takes", "does"], ...rows],
  );
}

/** `contracts/provider-states.md`: every provider state, with what it takes and answers. */
export function providerStatesPage(): string {
  return page(
    "Provider states",
    [
      "The situations that an interaction of a pact can be given. `GET /_sandbox/pact/states` lists them, `POST` brings",
      "one about; a name is found in whatever case, and one that is not here fails with the nearest names. Several",
      "states of one interaction add up, in their order. A record that is named by its id is made when it is not there.",
      "A parameter without a default may be left out unless it is **needed**.",
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

/** The table of settings of `docs/settings.md`. */
export function settingsTable(): string {
  return table([
    ["flag", "variable", "what it is", "default"],
    ...settings.map(({ flag, variable, description, byDefault }) => [
      code(flag),
      code(variable),
      description,
      defaultText(byDefault),
    ]),
  ]).join("\n");
}

/** As it is written in the environment; nothing where there is no value. */
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

function table([head = [], ...rows]: readonly (readonly string[])[]): readonly string[] {
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function code(text: string): string {
  return `\`${text}\``;
}
