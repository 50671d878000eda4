/** Says why a client cannot be simulated. */
import { lastLines } from "../../base/texts/visible.ts";
import { counted } from "../../base/values/counted.ts";
import type { HistoryRun } from "./history/run-history.ts";
import { requestOf } from "./history/same-calls.ts";
import type { Discrepancy, SeenCall } from "./model.ts";

const differencesMax = 5;

/** Why the ticks without any change failed, or null. */
export function rehearsalProblem(run: HistoryRun): string | null {
  const { ticks, isIdle } = run;
  const problem = commandProblem(run, " without any change of the world");
  if (problem !== null) return problem;
  if (run.agreed && isIdle) return null;
  if (!run.agreed) return disagreement(run, `After ${ticks.length} ticks without any change`);
  const [one, other] = ticks.slice(-2).map(({ calls }) => calls.map(requestOf).join("\n  "));
  return `After ${ticks.length} ticks without any change, two ticks in a row still make different calls:\n  ${one}\nthen\n  ${other}\nA client with random calls cannot be simulated.`;
}

/** Why a history that does not show a finding says nothing about it, or null. */
export function historyProblem(run: HistoryRun): string | null {
  const isReadable = run.differences.every(({ kind }) => kind !== "unreadable");
  const problem = commandProblem(run, "");
  if (problem !== null || (run.agreed && isReadable)) return problem;
  return disagreement(run, `After ${counted(run.ticks.length, "tick")}`);
}

function disagreement(run: HistoryRun, when: string): string {
  const { leads, differences } = run;
  const shown = differences.slice(0, differencesMax).map((one) => `  ${differenceText(one)}`);
  const left = differences.length - differencesMax;
  const more = left > 0 ? `\n  … and ${left} more` : "";
  return `${when}, the ledger does not agree with the world of ${counted(leads, "Lead")}:\n${shown.join("\n")}${more}\n${hintOn(run)}`;
}

function commandProblem({ ticks }: HistoryRun, when: string): string | null {
  const last = ticks.at(-1);
  if (last !== undefined && !last.ok) {
    const output = lastLines(last.output).map((line) => `\n${line}`);
    return `The command fails${when} (tick ${last.tick}): ${last.why}.${output.join("")}`;
  }
  if (ticks.some(({ calls }) => calls.length > 0)) return null;
  return "The command made no call to the sandbox. It finds the address and the key in LEAD_API_URL and LEAD_API_KEY; --env gives them other names.";
}

const dayMs = 86_400_000;

function hintOn({ differences, lacksFromMs }: HistoryRun): string {
  if (differences.some(({ kind }) => kind === "ghost")) {
    return "Rows of other Leads are in the ledger: the client kept state from before. Keep it in LEAD_SANDBOX_STATE, or empty it with --setup.";
  }
  if (differences.some(({ kind }) => kind === "unreadable")) {
    return "A ledger is a JSON array, an object with one array, JSON lines, or CSV with a header; --ledger-command runs a query.";
  }
  const hint = "Check --ledger, --states and --covers.";
  if (lacksFromMs === null) return hint;
  const days = Math.floor(lacksFromMs / dayMs);
  const example = `P${[90, 30, 1].find((one) => one < days) ?? 1}D`;
  return `${hint} Each missing Lead is older than every row: if the client keeps Leads for a limited time by intent, say so with --keeps, such as --keeps ${example}.`;
}

/** A difference as a line of text. */
function differenceText({ kind, column, lead, ledger, world }: Discrepancy): string {
  if (kind === "unreadable") return `the ledger is unreadable: ${ledger}`;
  if (kind === "ghost") return `a row for ${lead}, which does not exist`;
  if (kind === "duplicate") return `several rows for ${lead}`;
  if (kind === "missing") return `no row for ${lead}, which is ${world}`;
  return `${lead} has ${column ?? "a value"} ${ledger}; in the world it is ${world}`;
}

/** Why a later history means nothing: its first call shows that the client kept state. Null if it does not. */
export function keptStateProblem(first: HistoryRun, later: HistoryRun): string | null {
  const [tick] = later.ticks;
  const known = first.ticks[0]?.calls ?? [];
  if (tick === undefined || known.length === 0) return null;
  const [call] = tick.calls;
  if (call === undefined && !tick.ok) return null;
  const wanted = call === undefined ? "(no call)" : requestOf(call);
  if (call !== undefined && known.some((one) => isSameRequest(one, call))) return null;
  return `The client kept state from one history to the next. Its first call was\n  ${known.map(requestOf)[0] ?? ""}\nand in another history, with an empty LEAD_SANDBOX_STATE,\n  ${wanted}\nEmpty its storage with --setup, such as --setup 'rm -f sync.db'.`;
}

/** Whether two requests are equal, apart from epoch milliseconds, with which clients evade caches. */
function isSameRequest(one: SeenCall, other: SeenCall): boolean {
  const [first, second] = [one, other].map((call) =>
    requestOf(call).replaceAll(/\b1\d{12}\b/g, "time"),
  );
  return first === second;
}
