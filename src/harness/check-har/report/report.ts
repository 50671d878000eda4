/** What `check-har` reports: without people and keys. */
import { Date } from "../../../base/values/native-timers.ts";
import { catalogue, ruleOf } from "../../../domain/rules/catalogue.ts";
import type { RecordedCall } from "../../traffic/call.ts";
import type { Skipped } from "../../traffic/recording.ts";
import type { Explained } from "../judge/choose.ts";
import type { RuleVerdict } from "../judge/verdicts.ts";
import type { PreparedRecording } from "../world/prepare.ts";
import type { Hiding } from "./hiding.ts";
import type { HarReport } from "./shape.ts";
import { harReportFormat } from "./shape.ts";

export interface ReportInput {
  readonly recording: PreparedRecording;
  readonly explained: Explained;
  readonly skipped: Skipped;
  readonly hiding: Hiding;
  readonly version: string;
  readonly files: number;
  readonly durationMs: number;
}

type Place = HarReport["rules"][number]["evidence"][number];

/** Evidence of a rule that is listed. */
const evidenceMax = 20;
const unexplainedMax = 1_000;
/** Features of a call that are listed. */
const featuresMax = 40;

export function harReport(input: ReportInput): HarReport {
  const { recording, explained, skipped, version, files } = input;
  const { entries } = recording;
  const placeOf = (place: number): Place => shownPlace(entries[place]);
  const unexplained = unexplainedCalls(input);
  const rules = explained.verdicts.map((verdict) => ({
    rule: verdict.rule,
    standing: ruleOf(verdict.rule).standing,
    verdict: verdict.verdict,
    choice: verdict.choice,
    default: catalogue[verdict.rule].default,
    evidence: verdict.evidence.slice(0, evidenceMax).map(placeOf),
    evidenceCalls: verdict.evidence.length,
  }));
  const count = (verdict: RuleVerdict["verdict"]): number =>
    rules.filter((rule) => rule.verdict === verdict).length;
  return {
    format: harReportFormat,
    version,
    files,
    period: { from: shownPlace(entries[0]).date, to: shownPlace(entries.at(-1)).date },
    calls: callCounts(explained),
    skipped: { ...skipped },
    adopted: Object.entries(explained.assumptions).map(([rule, choice]) => ({ rule, choice })),
    unexplained: unexplained.slice(0, unexplainedMax),
    undecidedChoices: explained.rivals.map(({ choices, calls }) => ({
      choices: choices.map((one) => one.map(({ rule, choice }) => ({ rule, choice }))),
      calls: calls.slice(0, evidenceMax).map(placeOf),
    })),
    rules,
    summary: {
      confirmed: count("confirmed"),
      denied: count("denied"),
      partly: count("partly"),
      unknown: count("unknown"),
      unexplained: unexplained.length,
      replays: explained.replays,
      durationMs: Math.round(input.durationMs),
      interrupted: explained.isInterrupted,
    },
  };
}

function shownPlace(entry: RecordedCall | undefined): Place {
  if (entry === undefined) throw new Error("The recording has no such call.");
  return { file: entry.file, entry: entry.number, date: new Date(entry.sentAtMs).toISOString() };
}

function callCounts({ base }: Explained): HarReport["calls"] {
  const reasons = base.calls.flatMap((call) => call.undecided?.reason ?? []);
  const undecided = Object.fromEntries(
    Array.from(
      Map.groupBy(reasons, (reason) => reason),
      ([reason, { length }]) => [reason, length],
    ),
  );
  const judged = base.calls.filter((call) => call.undecided === null).length;
  return { total: base.calls.length, judged, undecided };
}

/** The calls with a feature that differs and that no choice explains. */
function unexplainedCalls({ recording, explained, hiding }: ReportInput): HarReport["unexplained"] {
  const openFeatures = new Set(explained.rivals.flatMap(({ features }) => [...features]));
  return explained.base.calls.flatMap((call, place) => {
    const differing = [...call.comparison].flatMap(([feature, agrees]) =>
      agrees || openFeatures.has(`${place} ${feature}`) ? [] : [feature],
    );
    const entry = recording.entries[place];
    const recorded = recording.signatures[place];
    if (differing.length === 0 || entry === undefined || recorded === undefined) return [];
    const shown = (values: ReadonlyMap<string, string> | undefined): Record<string, string> =>
      Object.fromEntries(
        differing
          .slice(0, featuresMax)
          .map((feature) => [
            hiding.feature(feature),
            hiding.value(feature, shownValue(feature, values)),
          ]),
      );
    return [
      {
        ...shownPlace(entry),
        request: hiding.requestLine(entry),
        expected: shown(call.replayed?.features),
        recorded: shown(recorded.features),
        rules: [...call.rules],
      },
    ];
  });
}

/** The value of a feature; the order of records is described in words, as their ids say nothing. */
function shownValue(feature: string, values: ReadonlyMap<string, string> | undefined): string {
  return values?.get(feature) ?? (feature === "order" ? "another order" : "none");
}
