/** The report of a verification as a document. */
import type { Block, Document } from "../report/document.ts";
import { heading, list, paragraph, plainText, quoted } from "../report/document.ts";
import { causesOf } from "./causes.ts";
import type { InteractionReport } from "./interaction-report.ts";
import { skippedPart, summaryLine } from "./report-text.ts";
import type { VerificationReport } from "./report.ts";
import { isFailure } from "./report.ts";

export function documentOfVerification(report: VerificationReport): Document {
  const { interactions, findings, skipped, next } = report;
  const failed = interactions.filter(({ passed }) => !passed);
  return {
    title: "Contract with the Lead API",
    blocks: [
      paragraph(summaryLine(report)),
      ...failed.flatMap(interactionBlocks),
      ...section(
        "Skipped",
        skipped.map((part) => plainText(`${part.source}: ${skippedPart(part)}`)),
      ),
      ...section(
        "Static check",
        findings.map((finding) => {
          const { severity, source, interaction, place, message } = finding;
          const fails = severity !== "error" && isFailure(finding, report) ? " (strict)" : "";
          return `${severity}${fails}: ${quoted(interaction)} in ${plainText(source)}: ${plainText(message)} (${quoted(place)})`;
        }),
      ),
      ...section(
        "Verified",
        interactions
          .filter(({ passed }) => passed && next === undefined)
          .map(({ description }) => plainText(description)),
      ),
    ],
  };
}

function interactionBlocks(interaction: InteractionReport): readonly Block[] {
  const { description, states, request, pending, problems } = interaction;
  const { source, consumer, provider } = interaction;
  const given = states.length === 0 ? "" : ` Given ${states.map(plainText).join(", ")}.`;
  return [
    {
      type: "verdict",
      mark: pending ? "open" : "high",
      title: `${plainText(description)}${pending ? " (pending)" : ""}`,
      text: `Pact ${plainText(source)}: ${plainText(consumer)} with ${plainText(provider)}.${given}`,
    },
    paragraph(quoted(request)),
    ...causesOf(problems).flatMap(({ problems: of, rule, advice }) => [
      ...list(of.map(({ place, message }) => `${quoted(place)}: ${plainText(message)}`)),
      ...(rule === null ? [] : [paragraph(`Rule ${quoted(rule.id)}: ${rule.statement}`)]),
      paragraph(plainText(advice)),
    ]),
  ];
}

/** A list under a heading; nothing without items. */
function section(name: string, items: readonly string[]): readonly Block[] {
  return items.length === 0 ? [] : [heading(name), ...list(items)];
}
