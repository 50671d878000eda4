/** What the announced changes did, in words: the text of `explore --next`, and the lists of its page. */
import { singleLine, printed } from "../../../base/texts/visible.ts";
import { wrapped } from "../../../base/texts/wrapped.ts";
import { counted } from "../../../base/values/counted.ts";
import type { Verdict } from "../model.ts";
import { togetherId } from "../variations/announced.ts";
import type { AnnouncedChange, AnnouncedReport } from "./announced-shape.ts";
import { changeText } from "./record-fields.ts";
import type { Finding, Report } from "./shape.ts";
import { openFindings } from "./summary.ts";

const [recordsMax, fieldsMax] = [3, 3];

/** What was compared with what, or that no change touches the run, as one sentence. */
export function announcedHeadline({ document, version, from, changes }: AnnouncedReport): string {
  const name = version === null ? document : `${document} (${version})`;
  const present = from ?? "the present document";
  const between = `from ${present} to ${name}`;
  if (changes.length === 0) return `no change ${between}`;
  if (changes.every(({ trials, verdict }) => trials.length === 0 && verdict !== "unknown")) {
    return `No change touches this run: ${counted(changes.length, "change")} ${between}.`;
  }
  return `${counted(changes.length, "change")} ${between}`;
}

/** The text about announced changes, above that of other families; empty without them. */
export function announcedLines(report: Report): readonly string[] {
  const { next, summary, durationMs } = report;
  if (next === undefined) return [];
  const findings = openFindings(report).filter(isAnnounced);
  const seconds = (durationMs / 1_000).toFixed(1);
  const act = findings.filter(({ variation }) => variation.id !== `next:${togetherId}`).length;
  const todo = act === 0 ? "no change" : counted(act, "change");
  return [
    wrapped(announcedHeadline(next), ""),
    ...(next.unknownOperations === 0
      ? []
      : [`${counted(next.unknownOperations, "operation")} that the sandbox lacks left out`]),
    "",
    ...findings.flatMap((finding) => findingLines(finding)),
    ...announcedLists(report).flatMap(({ title, items }) => [
      `${title}:`,
      ...items.map((item) => wrapped(singleLine(item), "  ")),
    ]),
    ...togetherLines(next),
    `${counted(summary.runs, "run")} in ${seconds} s: ${todo} to act on before the switch`,
  ];
}

export function isAnnounced({ variation }: Pick<Finding, "variation">): boolean {
  return variation.family === "next";
}

function togetherLines({ together }: AnnouncedReport): readonly string[] {
  if (together === null) return [];
  return [`All definite changes at once: ${verdictText(together.verdict)}.`];
}

function verdictText(verdict: Verdict): string {
  return verdict === "independent" ? "no difference" : verdict.replaceAll("-", " ");
}

function findingLines(finding: Finding): readonly string[] {
  const { severity, verdict, sentence, changes, advice, bundle, id } = finding;
  const left = changes.length - recordsMax;
  const line = lastLineOf(finding);
  return [
    wrapped(`${severity.toUpperCase().padEnd(6)} ${verdictText(verdict)}: ${sentence}`, ""),
    wrapped(meetingText(finding), "  "),
    ...changes
      .slice(0, recordsMax)
      .map((one) => wrapped(singleLine(changeText(one, fieldsMax)), "    ")),
    ...(left > 0 ? [`    and ${counted(left, "more record")}`] : []),
    ...(line === null ? [] : [wrapped(`its last line: ${line}`, "    ")]),
    ...(bundle === null ? [] : [`    bundle: ${bundle}`]),
    `    finding: ${singleLine(id)}`,
    ...(advice === "" ? [] : [wrapped(`Next step: ${advice}`, "  ")]),
    "",
  ];
}

/** Where the client met the change, and how it ended. */
export function meetingText({ at, claim: { exitCode, timedOut } }: Finding): string {
  const end = timedOut ? "the command did not end" : `the command ended with ${exitCode}`;
  if (at === undefined) return end;
  const answered = at.status === 0 ? "without an answer" : `answered ${at.status}`;
  return singleLine(`at ${at.call}, ${answered}; ${end}`);
}

/** The last line of a failing command with an error, else its last line; null where it claims success. */
export function lastLineOf({ output, claim }: Finding): string | null {
  if (claim.exitCode === 0 && !claim.timedOut) return null;
  const lines = printed(output)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const line = lines.findLast((one) => /Error|Exception/.test(one)) ?? lines.at(-1);
  return line === undefined ? null : singleLine(line);
}

/** The changes without a finding, by what their trials showed. */
export function announcedLists(report: Pick<Report, "next" | "trials">): readonly {
  readonly title: string;
  readonly items: readonly string[];
}[] {
  const { next, trials } = report;
  if (next === undefined) return [];
  const reasons = new Map(trials.map(({ id, verdict, reason }) => [`${id} ${verdict}`, reason]));
  const lists = groups.map(({ title, holds, says = () => "" }) => ({
    title,
    items: next.changes.filter(holds).map((change) => {
      const [reason = ""] = change.trials.flatMap(
        (id) => reasons.get(`${id} ${change.verdict}`) ?? [],
      );
      return `${change.sentence}${says(change, reason)}`;
    }),
  }));
  const notes = { title: "Notes of the list, which cannot be carried out", items: next.notes };
  return [...lists, notes].filter(({ items }) => items.length > 0);
}

interface ListOfChanges {
  readonly title: string;
  readonly holds: (change: AnnouncedChange) => boolean;
  readonly says?: (change: AnnouncedChange, reason: string) => string;
}

const isOf =
  (...verdicts: readonly (Verdict | null)[]) =>
  ({ verdict, trials }: AnnouncedChange): boolean =>
    verdicts.includes(verdict) && (verdict !== "not-reached" || trials.length > 0);

const withWhy = ({ why }: AnnouncedChange, reason: string): string => {
  const text = why ?? reason;
  return text === "" ? "" : ` ${text}`;
};

function worldText({ moreLeads, provoked }: AnnouncedChange): string {
  if (provoked !== null) return ` (${provoked.call} refused with ${provoked.status})`;
  return moreLeads === 0 ? "" : ` (with ${moreLeads} more Leads, too)`;
}

const groups: readonly ListOfChanges[] = [
  {
    title: "Look at these, although claim and records agree",
    holds: isOf("differs"),
    says: withWhy,
  },
  { title: "Without a result", holds: isOf("unfinished", "unknown", "too-busy"), says: withWhy },
  { title: "Reported by this client as a failure", holds: isOf("reported") },
  { title: "No difference for this client", holds: isOf("independent"), says: worldText },
  { title: "Not met in the trial", holds: isOf("not-reached") },
  {
    title: "Not touched by this run, which does not mean safe: code for rare cases did not run",
    holds: ({ verdict, trials }) => verdict === "not-reached" && trials.length === 0,
  },
  { title: "Nothing to carry out", holds: isOf(null), says: withWhy },
];
