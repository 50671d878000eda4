/** The checks of what a client sends, reads and prints. */
import type { Check } from "../run.ts";
import { exportWhole } from "./export.ts";
import { followConverted, pagesComplete, pollingKeepsUp, quotaFits } from "./lists.ts";
import { logsClean, poisonIsolated } from "./output.ts";
import { environmentRight, keySafe, queryEffective, schemaTolerant } from "./requests.ts";
import { isTrial } from "./shown-by.ts";
import { tlsVerified } from "./trust.ts";

export const checksOfTraffic: readonly Check[] = [
  {
    id: "query.effective",
    clause: ["4.3"],
    title: "Every query parameter has an effect",
    exercise: "A call with a query parameter.",
    advice: "Use the documented names, such as `include`, and page only lists.",
    criteria: {
      shown: "every parameter is documented, and has an effect where it is sent",
      violated: "another name or spelling, which has no effect, or paging of a single record",
      attention: "`disableClientOutreach` other than `true` and `false`",
    },
    isShownBy: isTrial(/^baseline$/),
    judge: queryEffective,
  },
  {
    id: "key.safe",
    clause: ["5.5"],
    title: "The key travels in its header only",
    exercise: "Any call.",
    advice: "Send the key in `X-API-Key` only, over HTTPS, from a server.",
    criteria: {
      shown: "no key in a URL or a body",
      violated:
        "a key in one of them, plain HTTP to another machine, or a call from a browser page",
    },
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
    criteria: {
      shown: "at least three lawful changes of the provider make no difference",
      violated: "one makes a difference, in two runs",
      attention: "another form of time does, or an answer without `Date`",
    },
    isShownBy: isTrial(/^evolution:/),
    judge: schemaTolerant,
  },
  {
    id: "logs.clean",
    clause: ["5.5"],
    title: "What the client prints holds no key",
    exercise: "A command that prints something.",
    advice: "Leave the key out of what the client logs: a header, a URL, its settings.",
    criteria: {
      shown: "no key is in the whole output of any run",
      violated: "a key, also percent- or Base64-encoded, in stdout or stderr of a run",
    },
    isShownBy: isTrial(/^baseline$/),
    judge: logsClean,
  },
  {
    id: "poison.isolated",
    clause: ["7"],
    title: "One person who is always refused does not stop the others",
    exercise: "A command that creates Leads of two people or more.",
    advice: "Report a 422 for its person, go on with the next one, and end with an error.",
    criteria: {
      shown:
        "with one person whose create is always 422, everyone else's records are the baseline's, and the exit code or the output says so",
      violated:
        "it ends with 0 while others are missing, or prints what it prints without the refusal",
      attention: "others are missing with another exit code, or the run does not end",
    },
    isShownBy: isTrial(/^fault:poison$/),
    judge: poisonIsolated,
  },
  {
    id: "tls.verified",
    clause: ["5.5"],
    title: "The client verifies the certificate of the provider",
    exercise: "A command that connects over HTTPS, with --intercept HOST or --https.",
    advice: "Leave the verification of certificates on, and do not fall back to plain HTTP.",
    criteria: {
      shown: "it refuses a certificate of an unknown authority, and sends no request",
      violated: "with `--intercept`, a request with the key arrives, or it goes over plain HTTP",
      attention: "the same on loopback, with `--https`",
    },
    isShownBy: isTrial(/^untrusted$/),
    judge: tlsVerified,
  },
  {
    id: "export.whole",
    clause: ["4.3", "7"],
    title: "What the client keeps is whole, whatever page of a list failed",
    exercise:
      "A command that reads a list, with --ledger or --ledger-command in LEAD_SANDBOX_STATE, or emptied by --setup.",
    advice: "Keep a list, and its mark, only when its last page has arrived.",
    criteria: {
      shown:
        "with `--ledger` and 130 more Leads, when page 1, 2 or the last fails, the ledger is whole after exit code 0 or after the next run",
      violated: "a row is missing or wrong, and the command ended with 0",
      attention: "the ledger is not whole after the second run",
    },
    isShownBy: isTrial(/^page-/),
    judge: exportWhole,
  },
  {
    id: "environment.right",
    clause: ["1.4", "5.4"],
    title: "Test people do not reach the live environment",
    exercise: "Traffic to the live environment, with --har or --url.",
    advice: "Create test Leads in the sandbox environment only.",
    criteria: {
      shown: "live calls, and no Lead with an address that is reserved for tests",
      violated: "such a Lead was created in the live environment",
    },
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
    criteria: {
      shown: "a list with several pages is read to its end",
      attention:
        "a client that ends well reads it in part, or in an order in which new records shift it",
    },
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
    criteria: {
      shown: "an answer has a Lead with `convertedAt`",
      attention: "a converted Lead is 404, and no call uses `scope=withDeleted`",
    },
    isShownBy: isTrial(/^converted$/),
    judge: followConverted,
  },
  {
    id: "polling.keeps-up",
    clause: [],
    title: "What the client believes keeps up with the records",
    exercise: "A polling job, with what it believes in --ledger or --ledger-command.",
    advice: "See the stories of `lead-sandbox simulate`.",
    criteria: {
      shown: "the simulation of the polling job has no finding",
      violated: "it has a lasting one",
      attention: "it has only late ones",
    },
    isShownBy: isTrial(/^simulation$/),
    judge: pollingKeepsUp,
  },
  {
    id: "quota.fits",
    clause: ["8"],
    title: "The calls of an hour fit the quota",
    exercise: "A command with calls, and its schedule with --every.",
    advice: "Read larger pages, run less often, or ask for a larger quota.",
    criteria: {
      shown:
        "with `--every`, the calls of an hour are within the quota, with `--also N` for other jobs of the key",
      violated: "they are over it",
      attention: "without `--every`: figures only",
    },
    isShownBy: isTrial(/^baseline$/),
    judge: quotaFits,
  },
];
