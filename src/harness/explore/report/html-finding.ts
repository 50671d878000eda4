/**
 * A group of findings. The first one is a timeline: what the client sent, what happened, what it believed, and what
 * the world holds. The others are a list.
 */
import { html } from "hono/html";

import { printed, visible } from "../../../base/texts/visible.ts";
import { counted } from "../../../base/values/counted.ts";
import { callsText } from "./calls-text.ts";
import { repeatCommand, shellLine } from "./commands.ts";
import type { Grouped } from "./groups.ts";
import { subjectOf, variantsOf } from "./groups.ts";
import type { Html } from "./html-parts.ts";
import { block, callItem, datum, folded, ruleList } from "./html-parts.ts";
import { recordTable } from "./html-record.ts";
import { placeOf } from "./place.ts";
import { placeholderNote } from "./record-fields.ts";
import type { Evidence, Finding } from "./shape.ts";

/** The page folds calls far from the varied one if there are more than this. */
const callsMax = 12;
/** The maximum number of names in one row. */
const namesMax = 20;
/** The number of unfolded calls before and after the varied one. */
const neighbours = 3;

/** A group in an element with the id `anchor`, which the list of findings links to. */
export function groupItem(
  report: Parameters<typeof repeatCommand>[0],
  group: Grouped,
  { anchor, isOpen }: { readonly anchor: string; readonly isOpen: boolean },
): Html {
  const { reason, advice, acceptance, id, alsoSeen, bundle, rules } = group.first;
  return html`<details class="finding" ${isOpen ? html`open` : ""}>
    <summary>${groupTitle(group)}</summary>
    <div id="${anchor}">
      <p dir="auto">${visible(reason)}</p>
      ${alsoSeen.length === 0 ? "" : html`<p class="quiet">Also: ${alsoSeen.join(", ")}</p>`}
      ${variantsPart(group)}
      ${acceptance === null || group.findings.length > 1 ? "" : acceptedPart(acceptance)}
      ${timeline(group.first)}
      <h3>What to change</h3>
      <p>${advice}</p>
      ${rules.length === 0 ? "" : html`<h3>Rules of the interface</h3>`} ${ruleList(rules)}
      <h3>Replay</h3>
      ${block("Command", shellLine(repeatCommand(report, group.first)))}
      <p class="quiet">
        ${bundle === null ? "" : "In the folder of this report."} Finding: ${datum(id)}, group:
        ${datum(group.id)}
      </p>
    </div>
  </details>`;
}

/** Severity, verdict and place in one line; for several findings, what they share and their number. */
export function groupTitle(group: Grouped): Html {
  const { severity, verdict } = group.first;
  const { length } = group.findings;
  const what =
    length === 1
      ? datum(placeOf(group.first))
      : html`${datum(subjectOf(group))}, ${length} findings`;
  return html`<span class="badge ${severity}">${severity}</span> ${verdict}: ${what}`;
}

/** What the findings differ in, and each of them. */
function variantsPart(group: Grouped): Html {
  const { findings, first } = group;
  if (findings.length === 1) return html``;
  const { variations, calls, places } = variantsOf(group);
  return html`<h3>${findings.length} findings with one likely cause</h3>
    <dl class="variants">
      ${variantRow("Variations", variations)} ${variantRow("Calls", calls)} ${variantRow("In", places)}
    </dl>
    ${folded("Every finding of the group", html`<ul>${findings.map(variantItem)}</ul>`)}
    <p>The first one in detail: ${datum(placeOf(first))}</p>`;
}

function variantRow(name: string, values: readonly string[]): Html {
  const left = values.length - namesMax;
  return values.length === 0
    ? html``
    : html`<dt>${name}</dt>
        <dd>
          ${values.slice(0, namesMax).map((value) => html`${datum(value)} `)}
          ${left > 0 ? `and ${left} more` : ""}
        </dd>`;
}

function variantItem(finding: Finding): Html {
  const { id, bundle, acceptance } = finding;
  return html`<li>
    ${datum(placeOf(finding))} <span class="quiet">${datum(bundle ?? id)}</span>
    ${acceptance === null ? "" : acceptedPart(acceptance)}
  </li>`;
}

function acceptedPart({ reason, expires }: NonNullable<Finding["acceptance"]>): Html {
  const until = expires === null ? "" : `, until ${expires}`;
  return html`<p>Accepted${until}: ${datum(reason)}</p>`;
}

function timeline(finding: Finding): Html {
  const { sentence, call, changes, output, seenBy = [] } = finding;
  const printedText = printed(output);
  const note = placeholderNote(changes);
  return html`<ol class="timeline">
    <li><h3>What the client sent</h3>${callList(finding)}</li>
    <li class="turn">
      <h3>What happened</h3>
      <p>${sentence}</p>
      ${seenBy.length === 0 ? "" : html`<p>Tests whose calls were changed: ${seenBy.map(datum)}</p>`}
      ${call === null ? "" : html`<p class="quiet">To ${datum(call.name)}${orderNote(call)}</p>`}
    </li>
    <li>
      <h3>What the client claimed</h3>
      <p>${claimOf(finding)}</p>
      <p class="quiet">The run in short: ${datum(callsText(finding))}</p>
      ${printedText === "" ? "" : folded("Output of the command", block("Output", printedText))}
    </li>
    <li class="turn">
      <h3>What the records show</h3>
      ${note === null ? "" : html`<p class="quiet">${note}</p>`}
      ${changes.length === 0 ? html`<p>This verdict has no records.</p>` : changes.map(recordTable)}
    </li>
  </ol>`;
}

function orderNote({ bestEffort }: NonNullable<Finding["call"]>): string {
  return bestEffort ? ", identified among such calls by its order only" : "";
}

function claimOf({ claim: { exitCode, timedOut, test } }: Finding): string {
  if (timedOut) return "Nothing: it did not finish in time and was stopped.";
  if (test !== null) return `Its test ${test === "passed" ? "passed" : `is ${test}`}.`;
  return exitCode === 0
    ? "It ended with exit code 0: it claims success."
    : `It ended with exit code ${exitCode}: it claims failure.`;
}

/** The calls, with those far from the varied one folded. */
function callList(finding: Finding): Html | readonly Html[] {
  const { evidence: calls } = finding;
  if (calls.length === 0) return html`<p>No calls.</p>`;
  const isVaried = (call: Evidence): boolean => isVariedBy(finding, call);
  const item = (call: Evidence): Html => callItem(call, isVaried(call));
  if (calls.length <= callsMax) return calls.map(item);
  const at = Math.max(0, calls.findIndex(isVaried));
  const [from, to] = [Math.max(0, at - neighbours), at + neighbours + 1];
  return [
    foldedCalls(calls.slice(0, from).map(item), "before"),
    ...calls.slice(from, to).map(item),
    foldedCalls(calls.slice(to).map(item), "after"),
  ];
}

function isVariedBy({ variation: { callId } }: Finding, { id, variation }: Evidence): boolean {
  return variation !== null && (callId === null || id === callId);
}

function foldedCalls(items: readonly Html[], where: string): Html {
  const { length } = items;
  return length === 0 ? html`` : folded(`${counted(length, "call")} ${where}`, items);
}
