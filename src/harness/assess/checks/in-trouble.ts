/** The checks of what a client does when a call fails, or when it runs again. */
import type { Check } from "../run.ts";
import {
  backoffEnds,
  backoffWaits,
  conflictHandled,
  invalidNotRepeated,
  refusedNotRepeated,
  timeoutSet,
} from "./refusals.ts";
import { hasStatus, isTrial } from "./shown-by.ts";
import { answerLost, claimsTrue, crashRecovers, rotationRecovers, runAgain } from "./truth.ts";

export const checksInTrouble: readonly Check[] = [
  {
    id: "claims.true",
    clause: ["7"],
    title: "What the client claims agrees with the records, whatever fails",
    exercise: "A run with a command, whose calls are failed one at a time.",
    advice:
      "Report success only if every call succeeded. Otherwise retry it, or end with an error.",
    criteria: {
      shown: "every claim agrees with the records, in all trials of faults that ended",
      violated: "a record is missing, doubled or different although the client claims success",
    },
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
    criteria: {
      shown:
        "after a create whose answer was lost, a call reads the Lead, or a 409 for it ends well",
      violated: "a record is missing or doubled, or a failure leaves the Lead for good",
      attention: "the records are right, but no call looked",
    },
    isShownBy: isTrial(/^fault:(?:reset|500)-after$/),
    judge: answerLost,
  },
  {
    id: "run.again",
    clause: ["2.1"],
    title: "A second run adds nothing",
    exercise: "A command that ends with 0 and can run twice.",
    advice: "Take a 409 for a Lead that exists as success, or remember what was sent.",
    criteria: {
      shown: "a second run ends with 0, with the same people in the same states",
      attention: "more records, or another exit code",
    },
    isShownBy: isTrial(/^again$/),
    judge: runAgain,
  },
  {
    id: "crash.recovers",
    clause: [],
    title: "After a crash, a second run completes the work",
    exercise: "A command that writes, and ends in its second run after a crash.",
    advice: "Save each Lead before sending it, and take a 409 for a Lead that exists as success.",
    criteria: {
      shown:
        "after SIGKILL at the first write, carried out or not, a second run ends with the records of the baseline",
      violated: "a record is missing or doubled",
      attention: "the second run fails, or ends with other records",
    },
    isShownBy: isTrial(/^crash/),
    judge: crashRecovers,
  },
  {
    id: "rotation.recovers",
    clause: ["5.6"],
    title: "After its key was revoked, a second run with a new key completes the work",
    exercise: "A command that reads its key from the environment, and meets a 401.",
    advice: "Read the key at each start, and take what a 401 refused as not sent.",
    criteria: {
      shown:
        "the key is revoked at the first call and after the first write; with a new key, a second run ends with the records of the baseline",
      violated: "a record is missing or doubled after it",
      attention:
        "the second run fails, sent the revoked key, or the cause is that of `crash.recovers`",
    },
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
    criteria: {
      shown: "a run with a 409 ends with 0, or reads the Lead",
      violated: "twice in a run, the call after a 409 is the same POST",
      attention: "a run fails for its 409, not for what follows it",
    },
    isShownBy: hasStatus(409),
    judge: conflictHandled,
  },
  {
    id: "invalid.not-repeated",
    clause: ["7"],
    title: "A request that is refused with 422 does not come again",
    exercise: "A command with a call that is refused with 422.",
    advice: "A 422 stays a 422: report it, and do not repeat the request.",
    criteria: {
      shown: "a request with a 422 does not come again within 10 s",
      violated: "it comes again twice",
      attention: "it comes again once",
    },
    isShownBy: hasStatus(422),
    judge: invalidNotRepeated,
  },
  {
    id: "refused.not-repeated",
    clause: ["5.6"],
    title: "A request that is refused with 401 or 403 does not come again with the same key",
    exercise: "A command with a call that is refused with 401 or 403.",
    advice: "Read the key again once, at most. Then report the failure.",
    criteria: {
      shown: "a request with a 401 or 403 does not come again within 10 s",
      violated: "it comes again twice with the same key",
      attention: "it comes again once",
    },
    isShownBy: hasStatus(401, 403),
    judge: refusedNotRepeated,
  },
  {
    id: "backoff.waits",
    clause: ["7", "8"],
    title: "The client waits before it repeats a request that got a 429",
    exercise: "A command that repeats a request at least three times after a 429.",
    advice: "Back off exponentially, with a first pause of at least 200 ms.",
    criteria: {
      shown: "three pauses of 200 ms or more after a 429",
      violated: "six identical requests, each within 100 ms of a 429",
      attention: "some pauses under 100 ms",
    },
    isShownBy: hasStatus(429),
    judge: backoffWaits,
  },
  {
    id: "backoff.ends",
    clause: ["7"],
    title: "In an outage, the client gives up and reports it",
    exercise: "A command that ends within 90 s of an outage.",
    advice: "Limit the number of retries, and end with an error.",
    criteria: {
      shown: "in an outage, it ends by itself with another code than 0",
      violated: "it ends with 0, and a record is missing or unchanged",
    },
    isShownBy: isTrial(/^fault:outage$/),
    judge: backoffEnds,
  },
  {
    id: "timeout.set",
    clause: ["7"],
    title: "A call without an answer has a timeout",
    exercise: "A command with a call that is not answered for 60 s.",
    advice: "Give every call a timeout of a few seconds.",
    criteria: {
      shown: "without an answer for 60 s, it ends or sends another call",
      violated: "it does neither",
    },
    isShownBy: isTrial(/^fault:hang-60$/),
    judge: timeoutSet,
  },
];
