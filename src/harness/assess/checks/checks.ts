/** All checks, in the order of the contract. */
import type { AssessedRun, Assessment, Check, CheckContext } from "../run.ts";
import { isCut } from "./calls.ts";
import { followConverted, pagesComplete, pollingKeepsUp, quotaFits } from "./lists.ts";
import { logsClean, poisonIsolated } from "./output.ts";
import {
  backoffEnds,
  backoffWaits,
  conflictHandled,
  invalidNotRepeated,
  refusedNotRepeated,
  timeoutSet,
} from "./refusals.ts";
import { environmentRight, keySafe, queryEffective, schemaTolerant } from "./requests.ts";
import { answerLost, claimsTrue, crashRecovers, rotationRecovers, runAgain } from "./truth.ts";

function isTrial(trials: RegExp): Check["isShownBy"] {
  return ({ trial }) => trials.test(trial);
}

function hasStatus(...statuses: readonly number[]): Check["isShownBy"] {
  return ({ calls }) => calls.some(({ status }) => statuses.includes(status));
}

export const checks: readonly Check[] = [
  {
    id: "claims.true",
    clause: ["7"],
    title: "What the client claims agrees with the records, whatever fails",
    exercise: "A run with a command, whose calls are failed one at a time.",
    advice:
      "Report success only if every call succeeded. Otherwise retry it, or end with an error.",
    isShownBy: isTrial(/^fault:/),
    judge: claimsTrue,
  },
  {
    id: "answer.lost",
    clause: ["1.5", "7"],
    title: "After a create without an answer, the client looks for the Lead",
    exercise: "A command that creates a Lead.",
    advice:
      "After a create without a clear answer, read the Lead by email, or take a 409 for it as success.",
    isShownBy: isTrial(/^fault:(?:reset|500)-after$/),
    judge: answerLost,
  },
  {
    id: "run.again",
    clause: ["2.1"],
    title: "A second run adds nothing",
    exercise: "A command that ends with 0 and can run twice.",
    advice: "Take a 409 for a Lead that exists as success, or remember what was sent.",
    isShownBy: isTrial(/^again$/),
    judge: runAgain,
  },
  {
    id: "crash.recovers",
    clause: [],
    title: "After a crash, a second run completes the work",
    exercise: "A command that writes, and ends in its second run after a crash.",
    advice: "Save each Lead before sending it, and take a 409 for a Lead that exists as success.",
    isShownBy: isTrial(/^crash/),
    judge: crashRecovers,
  },
  {
    id: "rotation.recovers",
    clause: ["5.6"],
    title: "After its key was revoked, a second run with a new key completes the work",
    exercise: "A command that reads its key from the environment, and meets a 401.",
    advice: "Read the key at each start, and take what a 401 refused as not sent.",
    isShownBy: isTrial(/^key-revoked/),
    judge: rotationRecovers,
  },
  {
    id: "conflict.handled",
    clause: ["2.1", "7"],
    title: "A 409 for a Lead that exists does not stop the client",
    exercise: "A command whose create meets a Lead that exists.",
    advice:
      "After a 409, read the Lead by email with `scope=withDeleted`, as it may be archived or converted, and go on.",
    isShownBy: hasStatus(409),
    judge: conflictHandled,
  },
  {
    id: "invalid.not-repeated",
    clause: ["7"],
    title: "A request that is refused with 422 does not come again",
    exercise: "A command with a call that is refused with 422.",
    advice: "A 422 stays a 422: report it, and do not repeat the request.",
    isShownBy: hasStatus(422),
    judge: invalidNotRepeated,
  },
  {
    id: "refused.not-repeated",
    clause: ["5.6"],
    title: "A request that is refused with 401 or 403 does not come again with the same key",
    exercise: "A command with a call that is refused with 401 or 403.",
    advice: "Read the key again once, at most. Then report the failure.",
    isShownBy: hasStatus(401, 403),
    judge: refusedNotRepeated,
  },
  {
    id: "backoff.waits",
    clause: ["7", "8"],
    title: "The client waits before it repeats a request that got a 429",
    exercise: "A command that repeats a request at least three times after a 429.",
    advice: "Back off exponentially, with a first pause of at least 200 ms.",
    isShownBy: hasStatus(429),
    judge: backoffWaits,
  },
  {
    id: "backoff.ends",
    clause: ["7"],
    title: "In an outage, the client gives up and reports it",
    exercise: "A command that ends within 90 s of an outage.",
    advice: "Limit the number of retries, and end with an error.",
    isShownBy: isTrial(/^fault:outage$/),
    judge: backoffEnds,
  },
  {
    id: "timeout.set",
    clause: ["7"],
    title: "A call without an answer has a timeout",
    exercise: "A command with a call that is not answered for 60 s.",
    advice: "Give every call a timeout of a few seconds.",
    isShownBy: isTrial(/^fault:hang-60$/),
    judge: timeoutSet,
  },
  {
    id: "query.effective",
    clause: ["4.3"],
    title: "Every query parameter has an effect",
    exercise: "A call with a query parameter.",
    advice: "Use the documented names, such as `include`, and page only lists.",
    isShownBy: isTrial(/^baseline$/),
    judge: queryEffective,
  },
  {
    id: "key.safe",
    clause: ["5.5"],
    title: "The key travels in its header only",
    exercise: "Any call.",
    advice: "Send the key in `X-API-Key` only, over HTTPS, from a server.",
    isShownBy: isTrial(/^baseline$/),
    judge: keySafe,
  },
  {
    id: "schema.tolerant",
    clause: ["9"],
    title: "Lawful changes of the provider do not break the client",
    exercise: "A command whose answers can change in at least three lawful ways.",
    advice:
      "Ignore fields and values that the client does not need, and show unknown ones as they are.",
    isShownBy: isTrial(/^evolution:/),
    judge: schemaTolerant,
  },
  {
    id: "logs.clean",
    clause: ["5.5"],
    title: "What the client prints holds no key",
    exercise: "A command that prints something.",
    advice: "Leave the key out of what the client logs: a header, a URL, its settings.",
    isShownBy: isTrial(/^baseline$/),
    judge: logsClean,
  },
  {
    id: "poison.isolated",
    clause: ["7"],
    title: "One person who is always refused does not stop the others",
    exercise: "A command that creates Leads of two people or more.",
    advice: "Report a 422 for its person, go on with the next one, and end with an error.",
    isShownBy: isTrial(/^fault:poison$/),
    judge: poisonIsolated,
  },
  {
    id: "environment.right",
    clause: ["1.4", "5.4"],
    title: "Test people do not reach the live environment",
    exercise: "Traffic to the live environment, with --har or --url.",
    advice: "Create test Leads in the sandbox environment only.",
    isShownBy: isTrial(/^traffic$/),
    judge: environmentRight,
  },
  {
    id: "pages.complete",
    clause: ["4.3"],
    title: "Lists are read to their end",
    exercise: "A command that reads a list with several pages.",
    advice:
      "Read pages until `offset` + `count` reaches `total`, in ascending order of `createdAt` or with overlapping pages.",
    isShownBy: isTrial(/^many$/),
    judge: pagesComplete,
  },
  {
    id: "follow.converted",
    clause: ["2.6", "4.1"],
    title: "The client learns that a Lead was converted",
    exercise:
      "A command that reads a Lead by its id or with `scope=withDeleted` after its client has signed up.",
    advice: "Read Leads with `scope=withDeleted`: a converted Lead is 404 without it.",
    isShownBy: isTrial(/^converted$/),
    judge: followConverted,
  },
  {
    id: "polling.keeps-up",
    clause: [],
    title: "What the client believes keeps up with the records",
    exercise: "A polling job, with what it believes in --ledger or --ledger-command.",
    advice: "See the stories of `lead-sandbox simulate`.",
    isShownBy: isTrial(/^baseline$/),
    judge: pollingKeepsUp,
  },
  {
    id: "quota.fits",
    clause: ["8"],
    title: "The calls of an hour fit the quota",
    exercise: "A command with calls, and its schedule with --every.",
    advice: "Read larger pages, run less often, or ask for a larger quota.",
    isShownBy: isTrial(/^baseline$/),
    judge: quotaFits,
  },
];

/** A check with its conclusion. */
export interface Judged extends Assessment {
  readonly check: Check;
  /** Whether this assessment could have exercised it, but a run did not end. */
  readonly isOpen: boolean;
}

/** Judges every check. Without evidence, a check was not exercised. */
export function judgeAll(runs: readonly AssessedRun[], context: CheckContext): readonly Judged[] {
  return checks.map((check) => {
    const found = check.judge(runs, context);
    if (found !== null) return { check, isOpen: false, ...found };
    const cut = runs.find((run) => isCut(run) && check.isShownBy(run));
    const reason =
      cut === undefined
        ? `Nothing shows it. It needs: ${lowerFirst(check.exercise)}`
        : `Not judged: run ${cut.number} did not end.`;
    return { check, isOpen: cut !== undefined, verdict: "not-exercised", reason, evidence: [] };
  });
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
