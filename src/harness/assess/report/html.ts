/** The page that a partner hands in, in the order of a reviewer's questions. */
import { html } from "hono/html";

import { lastLines, singleLine } from "../../../base/texts/visible.ts";
import { shellLine } from "../../explore/report/commands.ts";
import type { Html } from "../../explore/report/html-parts.ts";
import { datum, pageOf } from "../../explore/report/html-parts.ts";
import {
  evidenceText,
  headlineOf,
  howText,
  inOrder,
  notCoveredLines,
  useFacts,
  verdictNames,
} from "./facts.ts";
import { style } from "./html-style.ts";
import type { Report, ReportedCheck, ReportedQuestion } from "./shape.ts";

export async function htmlOfReport(report: Report): Promise<string> {
  return pageOf({
    title: `${singleLine(report.client.name)}: ready for production? - lead-sandbox assess`,
    style,
    header: headPart(report),
    main: mainPart(report),
  });
}

function mainPart(report: Report): Html {
  const { problem, checks, notes } = report;
  return html`${problem === null ? "" : problemPart(problem)}
    <h2>What the client does</h2>
    <dl>
      ${useFacts(report).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${singleLine(value)}</dd>`,
      )}
    </dl>
    <h2>Checks</h2>
    <ul class="checks">
      ${inOrder(checks).map(checkItem)}
    </ul>
    ${questionsPart(report)}
    <h2>What was not covered</h2>
    <ul>
      ${[...notCoveredLines(report), ...notes].map((line) => html`<li>${singleLine(line)}</li>`)}
    </ul>`;
}

function problemPart(problem: NonNullable<Report["problem"]>): Html {
  const lines = lastLines(problem.output);
  return html`<p class="alert">${singleLine(problem.message)}</p>
    ${
      lines.length === 0
        ? ""
        : html`<p>The last lines of its output:</p>
            <pre>${lines.join("\n")}</pre>`
    }`;
}

function headPart(report: Report): Html {
  const { client, date, version, command } = report;
  return html`<h1>${singleLine(client.name)}: ready for production?</h1>
    <p>${headlineOf(report)}.</p>
    <p class="quiet">
      ${client.revision === null ? "No revision is known" : html`Revision ${datum(client.revision)}`};
      ${date.slice(0, 16).replace("T", " ")} UTC; lead-sandbox ${version}.
      ${howText(report, shellLine(command))}
    </p>`;
}

function checkItem(check: ReportedCheck): Html {
  const { id, title, clause, verdict, required, reason, advice, evidence } = check;
  const from = clause.length === 0 ? "" : `clause ${clause.join(", ")}`;
  const notes = [from, ...(required ? ["required"] : [])].filter((note) => note !== "");
  return html`<li>
    <span class="badge ${verdict}">${verdictNames[verdict]}</span>
    <div class="check">
      <span class="name">${title}</span>
      <span class="quiet">${datum(id)} ${notes.join("; ")}</span>
      <p>${withCode(reason)} ${advice === null ? "" : withCode(advice)}</p>
      <ul class="calls">
        ${evidence.slice(0, 3).map((one) => html`<li>${singleLine(evidenceText(one))}</li>`)}
      </ul>
    </div>
  </li>`;
}

/** Text with code in backticks. */
function withCode(text: string): Html {
  const parts = singleLine(text).split("`");
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function questionsPart({ questions }: Report): Html {
  return html`<h2>Questions to the provider</h2>
    ${
      questions.length === 0
        ? html`<p>
            None: the client does not depend on what the interface leaves open, as far as it was
            tried.
          </p>`
        : html`<ul>
            ${questions.map(questionItem)}
          </ul>`
    }`;
}

function questionItem({ rule, statement, breaks, request }: ReportedQuestion): Html {
  const broken = breaks.join(", ");
  return html`<li>
    ${datum(rule)} ${withCode(statement)}
    ${broken === "" ? "" : html`The client does not work under ${datum(broken)}.`} Ask with
    ${datum(request)}.
  </li>`;
}
