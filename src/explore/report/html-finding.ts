/** One finding as a timeline: what the client sent, what happened, what it believed, and what the world holds. */
import { html } from "hono/html";

import { printed, visible } from "../../visible.ts";
import { repeatCommand, shellLine } from "./commands.ts";
import type { Html } from "./html-parts.ts";
import { block, callItem, datum, folded, ruleList } from "./html-parts.ts";
import { recordTable } from "./html-record.ts";
import { placeOf } from "./place.ts";
import type { Evidence, Finding, Report } from "./shape.ts";

/** The page folds calls far from the varied one if there are more than this. */
const callsMax = 12;
/** The number of unfolded calls before and after the varied one. */
const neighbours = 3;

/** A finding in an element with the id `anchor`, which the list of findings links to. */
export function findingItem(
  report: Report,
  finding: Finding,
  { anchor, isOpen }: { readonly anchor: string; readonly isOpen: boolean },
): Html {
  const { reason, advice, acceptance, id, alsoSeen } = finding;
  return html`<details class="finding" ${isOpen ? html`open` : ""}>
    <summary>${findingTitle(finding)}</summary>
    <div id="${anchor}">
      <p dir="auto">${visible(reason)}</p>
      ${alsoSeen.length === 0 ? "" : html`<p class="quiet">Also: ${alsoSeen.join(", ")}</p>`}
      ${acceptance === null ? "" : acceptedPart(acceptance)} ${timeline(finding)}
      <h3>What to change</h3>
      <p>${advice}</p>
      ${finding.rules.length === 0 ? "" : html`<h3>Rules of the interface</h3>`}
      ${ruleList(finding.rules)}
      <h3>Replay</h3>
      ${block("Command", shellLine(repeatCommand(report, finding)))}
      <p class="quiet">
        ${finding.bundle === null ? "" : "In the folder of this report."} Finding: ${datum(id)}
      </p>
    </div>
  </details>`;
}

/** Severity, verdict and place in one line. */
export function findingTitle(finding: Finding): Html {
  const { severity, verdict } = finding;
  return html`<span class="badge ${severity}">${severity}</span> ${verdict}:
    ${datum(placeOf(finding))}`;
}

function acceptedPart({ reason, expires }: NonNullable<Finding["acceptance"]>): Html {
  const until = expires === null ? "" : `, until ${expires}`;
  return html`<p>Accepted${until}: ${datum(reason)}</p>`;
}

function timeline(finding: Finding): Html {
  const { sentence, call, changes, output, seenBy = [] } = finding;
  const printedText = printed(output);
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
      ${printedText === "" ? "" : folded("Output of the command", block("Output", printedText))}
    </li>
    <li class="turn">
      <h3>What the records show</h3>
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
  return length === 0
    ? html``
    : folded(`${length} ${length === 1 ? "call" : "calls"} ${where}`, items);
}
