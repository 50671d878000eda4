/** The check of what a client keeps when a page of its list fails. */
import { listFaults } from "../../explore/variations/list-faults.ts";
import { isTestSuite } from "../../runs/run.ts";
import type { AssessedRun, Assessment } from "../run.ts";
import { isCut, pagesOfList } from "./calls.ts";
import { cited, conclude, firstOf, trialsText } from "./evidence.ts";

/** `export.whole`: the ledger is whole after exit code 0, or after the next run, whatever page failed. */
export function exportWhole(runs: readonly AssessedRun[]): Assessment | null {
  const many = runs.find(({ trial }) => trial === "many");
  const whole = many?.exits[0]?.code === 0 ? many.ledger : null;
  if (whole === null || whole === undefined) return null;
  const planned = listFaults.length * pagesOfList(many?.calls ?? []).length;
  const trials = runs.filter(({ trial }) => trial.startsWith("page-"));
  const isAll = trials.length >= planned && !trials.some(isCut);
  const ended = trials.filter((run) => run.isReached && run.ledger !== null && !isCut(run));
  const broken = ended.filter(({ ledger }) => ledger?.join("\n") !== whole.join("\n"));
  const silent = broken.filter(({ exits }) => exits.length === 1 && exits[0]?.code === 0);
  const wrong = firstOf(
    silent.map((run) => ({
      reason: `The client ends with 0 and ${missingText(whole, run)}, in ${trialsText(silent)}.`,
      evidence: pagesOf(run),
    })),
  );
  const isSuite = silent.some((run) => isTestSuite(run));
  return conclude({
    violated: isSuite ? null : wrong,
    attention:
      wrong ??
      firstOf(
        broken.map((run) => ({
          reason: `After a second run, ${missingText(whole, run)}, in ${trialsText(broken)}.`,
          evidence: pagesOf(run),
        })),
      ),
    shown: !isAll
      ? null
      : firstOf(
          ended.map((run) => ({
            reason: `In ${ended.length} trials, the ledger is whole after exit code 0, or after a second run.`,
            evidence: pagesOf(run),
          })),
        ),
  });
}

function missingText(whole: readonly string[], { ledger }: AssessedRun): string {
  const rows = new Set(ledger);
  const missing = whole.filter((row) => !rows.has(row)).length;
  if (missing === 0) return "its ledger has rows too many";
  return `${missing} of ${whole.length} rows of its ledger are missing or different`;
}

function pagesOf(run: AssessedRun) {
  return cited(run, run.calls.filter(({ isVaried }) => isVaried).slice(0, 2));
}
