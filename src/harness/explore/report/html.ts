/** The report as one page. */
import { html } from "hono/html";

import { singleLine, printed, visible } from "../../../base/texts/visible.ts";
import { shellLine } from "./commands.ts";
import { finalGapOf } from "./gaps.ts";
import { grouped } from "./groups.ts";
import { hazardsText, openHazardLines, questionLines } from "./hazard-text.ts";
import { groupItem, groupTitle } from "./html-finding.ts";
import type { Html } from "./html-parts.ts";
import { block, callItem, datum, folded, pageOf, ruleList } from "./html-parts.ts";
import { style } from "./html-style.ts";
import { placeOf } from "./place.ts";
import type { Finding, Report, ReportedTrial } from "./shape.ts";
import { headlineOf, knownFindings, openFindings } from "./summary.ts";

/** The number of groups that are unfolded at first. */
const openMax = 3;

export async function htmlOfReport(report: Report): Promise<string> {
  return pageOf({
    title: `${headlineOf(report)} - lead-sandbox explore`,
    style,
    header: headPart(report),
    main: html`${problemPart(report)} ${notesPart(report)} ${findingsPart(report)}
    ${hazardsPart(report)} ${acceptedPart(report)} ${knownPart(report)} ${restPart(report)}`,
  });
}

function headPart(report: Report): Html {
  const { command, summary, version, startedAt, durationMs, seed, fixture, families, shard } =
    report;
  const { tested, planned, findings, accepted, known, notExplored, violations } = summary;
  const count = (severity: Finding["severity"]): number =>
    openFindings(report).filter((one) => one.severity === severity).length;
  return html`<h1>${headlineOf(report)}</h1>
    <p>${datum(shellLine(command))}</p>
    <dl class="facts">
      ${bigFact("High", count("high"))} ${bigFact("Medium", count("medium"))}
      ${bigFact("Low", count("low"))} ${bigFact("Variations tested", `${tested} of ${planned}`)}
      ${accepted === 0 ? "" : bigFact("Accepted", accepted)}
      ${known === 0 ? "" : bigFact("Known", known)}
      ${notExplored.length === 0 ? "" : bigFact("Not run", notExplored.length)}
      ${scoreFact(violations)}
    </dl>
    <p class="quiet">
      ${startedAt.slice(0, 16).replace("T", " ")} UTC, ${(durationMs / 1_000).toFixed(1)} s; seed
      ${seed}, fixture ${datum(fixture)}; ${families.join(", ")};
      ${shard.of === 1 ? "" : `part ${shard.part} of ${shard.of};`} lead-sandbox ${version}
    </p>
    ${
      findings === 0
        ? ""
        : html`<p>Start with the first finding: reproduce it with the command under Replay, then change the client.</p>`
    }`;
}

function bigFact(name: string, value: number | string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd class="big">${value}</dd>
  </div>`;
}

function scoreFact({ caught, missed }: Report["summary"]["violations"]): Html {
  const all = caught + missed;
  if (all === 0) return html``;
  return html`<div>
    <dt>Violations noticed</dt>
    <dd class="big">${caught} of ${all}</dd>
    <dd><progress max="${all}" value="${caught}" aria-label="Violations noticed"></progress></dd>
  </div>`;
}

function problemPart({ problem, interrupted, trials }: Report): Html {
  const output = printed(problem?.output ?? null);
  return html`${
    problem === null
      ? ""
      : html`<section class="card alert"><h2>${problem.kind === "too-little-tested" ? "Too little was tested" : "Why the exploration did not run"}</h2><p dir="auto">${visible(problem.message)}</p>
          ${output === "" ? "" : html`<h3>Last output of the command</h3>${block("Output", output)}`}</section>`
  }${
    interrupted
      ? html`<p class="card alert">${trials.length === 0 ? "Interrupted: nothing was tested." : "Interrupted: this report covers the trials that finished."}</p>`
      : ""
  }`;
}

function notesPart({ notes }: Report): Html {
  return notes.length === 0
    ? html``
    : html`<ul class="card">${notes.map((note) => html`<li dir="auto">${visible(note)}</li>`)}</ul>`;
}

function findingsPart(report: Report): Html {
  const groups = grouped(openFindings(report));
  if (groups.length === 0) return html``;
  const items = groups.map((group, at) => ({
    group,
    anchor: `finding-${at + 1}`,
    isOpen: at < openMax,
  }));
  return html`<nav aria-label="Findings">
      <h2>Findings</h2>
      <ol class="card index">
        ${items.map(({ group, anchor }) => html`<li><a href="#${anchor}">${groupTitle(group)}</a></li>`)}
      </ol>
    </nav>
    <section aria-label="Each finding">
      ${items.map(({ group, ...shown }) => groupItem(report, group, shown))}
    </section>`;
}

function hazardsPart(report: Report): Html {
  const tested = hazardsText(report);
  if (tested === null) return html``;
  const open = openHazardLines(report);
  const gap = finalGapOf(report);
  const questions = questionLines(report).map(
    (line) => html`<li dir="auto">${singleLine(line)}</li>`,
  );
  return html`${questions.length === 0 ? "" : html`<h2>Questions for the provider</h2><ul class="card">${questions}</ul>`}
    <h2>Hazards</h2>
    <div class="card">
      <p>${tested}.${open.length === 0 ? "" : " Not tested:"}</p>
      <ul>${open.map((line) => html`<li dir="auto">${singleLine(line)}</li>`)}</ul>
      ${gap === null ? "" : html`<p><strong>${gap}</strong></p>`}
    </div>`;
}

function acceptedPart(report: Report): Html {
  const accepted = report.findings.filter((finding) => finding.accepted);
  return foldedGroups(report, { title: "Accepted findings", name: "accepted", findings: accepted });
}

function knownPart(report: Report): Html {
  const title = "Known findings, from an earlier report";
  return foldedGroups(report, { title, name: "known", findings: knownFindings(report) });
}

interface Folded {
  readonly title: string;
  /** The beginning of the ids of the elements. */
  readonly name: string;
  readonly findings: readonly Finding[];
}

function foldedGroups(report: Report, { title, name, findings }: Folded): Html {
  if (findings.length === 0) return html``;
  const items = grouped(findings).map((one, at) =>
    groupItem(report, one, { anchor: `${name}-${at + 1}`, isOpen: false }),
  );
  return html`<h2>${title}</h2>
    ${items}`;
}

/** Details that most readers can skip. */
function restPart(report: Report): Html {
  const { trials, leftOut, baseline } = report;
  const byVerdict = Map.groupBy(trials, ({ verdict }) => verdict);
  const groups = Array.from(byVerdict, ([verdict, all]) =>
    folded(`${verdict}: ${all.length}`, trialList(all)),
  );
  const places = leftOut.map((one) => html`<li>${datum(placeOf(one))}</li>`);
  return html`${groups.length === 0 ? "" : html`<h2>Every variation by verdict</h2><div class="card">${groups}</div>`}
    ${places.length === 0 ? "" : html`<h2>Not run</h2><div class="card">${folded(`${places.length} variations`, html`<ul>${places}</ul>`)}</div>`}
    ${baseline === null ? "" : baselinePart(baseline)}`;
}

function trialList(trials: readonly ReportedTrial[]): Html {
  const items = trials.map(
    (one) =>
      html`<li>${datum(placeOf(one))} <bdi class="quiet">${singleLine(one.reason)}</bdi>${noticedPart(one)}</li>`,
  );
  return html`<ul>${items}</ul>`;
}

function noticedPart({ noticedBy = [] }: ReportedTrial): Html {
  return noticedBy.length === 0 ? html`` : html` Noticed by ${noticedBy.map(datum)}`;
}

function baselinePart({
  durationMs,
  calls,
  choices,
  tests,
}: NonNullable<Report["baseline"]>): Html {
  const outcomes = Object.entries(tests ?? {});
  return html`<h2>Without any variation</h2>
    <div class="card">
      <p>${calls.length} calls in ${(durationMs / 1_000).toFixed(1)} s</p>
      ${folded(
        "Calls",
        calls.map((call) => callItem(call, false)),
      )}
      ${choices.length === 0 ? "" : folded(`${choices.length} open points in use`, ruleList(choices))}
      ${outcomes.length === 0 ? "" : folded(`${outcomes.length} tests`, html`<ul>${outcomes.map(([name, outcome]) => html`<li>${datum(name)} ${outcome}</li>`)}</ul>`)}
    </div>`;
}
