/** A record of a person: expected and actual, side by side. */
import { html } from "hono/html";

import { singleLine } from "../../../base/texts/visible.ts";
import type { Html } from "./html-parts.ts";
import { block, datum, folded } from "./html-parts.ts";
import { fieldsOf } from "./record-fields.ts";
import type { ReportedChange } from "./shape.ts";

/** A record with more fields is cut. */
const fieldsMax = 200;
/** A longer value is folded. */
const valueCharactersMax = 300;
const shownCharactersMax = 65_536;

const changes = {
  missing: "is missing",
  added: "is unexpected",
  changed: "differs",
} as const;

/** The fields that differ, then the equal ones, folded. */
export function recordTable({
  change,
  kind,
  email,
  workspace,
  baseline,
  trial,
}: ReportedChange): Html {
  const [should, does] = [fieldsOf(baseline), fieldsOf(trial)];
  const names = [...new Set([...should.keys(), ...does.keys()])];
  const differing = names.filter((name) => should.get(name) !== does.get(name));
  const same = names.filter((name) => should.get(name) === does.get(name));
  const rows = (of: readonly string[]): Html[] =>
    of.slice(0, fieldsMax).map((name) => row(name, should.get(name), does.get(name)));
  const where = workspace === "default" ? "" : html` in ${datum(workspace)}`;
  const table = (caption: Html | string, of: readonly string[]): Html =>
    html`<table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Expected${baseline === null ? ": no record" : ""}</th>
          <th scope="col">Actual${trial === null ? ": no record" : ""}</th>
        </tr>
      </thead>
      <tbody>
        ${rows(of)}
      </tbody>
    </table>`;
  const left = differing.length - fieldsMax;
  return html`${table(html`${kind} ${datum(email)}${where} ${changes[change]}`, differing)}
  ${left > 0 ? html`<p class="quiet">and ${left} more fields</p>` : ""}
  ${same.length === 0 ? "" : folded(`${same.length} equal fields`, table("Equal fields", same))}`;
}

function row(name: string, should: string | undefined, does: string | undefined): Html {
  return html`<tr class="${should === does ? "" : "differs"}">
    <th scope="row"><bdi>${singleLine(name)}</bdi></th>
    <td>${valueOf(should)}</td>
    <td>${valueOf(does)}</td>
  </tr>`;
}

function valueOf(value: string | undefined): Html {
  if (value === undefined) return html`<span class="quiet">none</span>`;
  if (value.length <= valueCharactersMax) return html`<bdi>${singleLine(value)}</bdi>`;
  const shown = value.slice(0, shownCharactersMax);
  return folded(`${value.length} characters`, block("Value", shown));
}
