/** Rough days: two faults in a row, a crash, a second copy, more Leads, and changes by other people. */
import { NoAnswer } from "../../../network/http/no-answer.ts";
import type { Fault } from "./faults.ts";
import { caused, refused } from "./faults.ts";
import type { Variation } from "./variation.ts";

/** What happens around the runs of the command. */
export interface Course {
  /** The number of Leads of other people that exist before the command starts. */
  readonly moreLeads?: number;
  /** Whether the command runs a second time, without variations, in the same world. */
  readonly again?: boolean;
  /** The same if its first run ended with another code than 0. */
  readonly againAfterFailure?: boolean;
  /** Whether the command runs a second time with the key that its first run made the provider issue, however that ended. */
  readonly renewsKey?: boolean;
  /** What other people do with all Active Leads between the two runs. */
  readonly between?: "convert";
  /** Whether two copies of the command run at once. */
  readonly copies?: boolean;
  /** Whether answers have no header `Date`. */
  readonly isUndated?: boolean;
  /** Whether the command meets HTTPS with a certificate that it cannot know; it ends when it has shown what it does. */
  readonly isUntrusted?: boolean;
}

/** A fault of a rough day, at one call. */
export interface RoughFault extends Fault {
  readonly family: "rough";
  readonly course?: Course;
  /** The calls at which `explore` plans it; never if only `assess` uses it. */
  readonly at: "writes" | "calls" | "never";
}

/** A rough day of the whole run. */
export interface RoughRun extends Variation {
  readonly family: "rough";
  readonly course: Course;
  /** Whether only `assess` uses it. */
  readonly isForAssess?: boolean;
}

/** How many Leads `many` adds. */
export const manyMoreLeads = 130;

const rough = { family: "rough", rules: [] } as const;
const roughFault = { ...rough, reach: "call", carriesOut: false } as const;

export const roughFaults: readonly RoughFault[] = [
  {
    ...roughFault,
    id: "crash",
    sentence:
      "The command is killed when the call was carried out, before its answer. Then it runs again.",
    at: "writes",
    carriesOut: true,
    course: { again: true },
    async apply({ next, hooks }) {
      await next();
      hooks.kill();
      throw new NoAnswer("hang", "The command is killed at this call.");
    },
  },
  {
    ...roughFault,
    id: "crash-before",
    sentence: "The command is killed before the call is carried out. Then it runs again.",
    at: "never",
    course: { again: true },
    async apply({ hooks }) {
      hooks.kill();
      throw new NoAnswer("hang", "The command is killed at this call.");
    },
  },
  {
    ...roughFault,
    id: "key-revoked",
    rules: ["auth.invalid"],
    sentence: "The key is revoked at the call. Then the command runs again with a new key.",
    at: "never",
    course: { renewsKey: true },
    async apply({ context, next, hooks }) {
      const revoked = await hooks.renewKey(context);
      return next(revoked === null ? {} : { apiKey: revoked });
    },
  },
  {
    ...roughFault,
    id: "key-revoked-after-write",
    rules: ["auth.invalid"],
    sentence: "The key is revoked after the call. Then the command runs again with a new key.",
    at: "never",
    carriesOut: true,
    course: { renewsKey: true },
    async apply({ context, next, hooks }) {
      const answer = await next();
      await hooks.renewKey(context);
      return answer;
    },
  },
  {
    ...roughFault,
    id: "lost-then-outage",
    rules: ["error.server"],
    sentence: "The call is carried out but its answer is lost, and all later calls fail with 503.",
    at: "writes",
    reach: "workspace",
    ...caused({ when: "after", kind: "reset" }),
    resets: true,
    waits: true,
    timeoutMs: 90_000,
    applyLater: refused(503).apply,
  },
  {
    ...roughFault,
    id: "converted-after-call",
    rules: ["state.convert"],
    sentence: "Right after the call, the clients of its Leads sign up.",
    at: "calls",
    apply: (request) => changedAfter(request, "convert"),
  },
  {
    ...roughFault,
    id: "archived-after-call",
    rules: ["state.archive"],
    sentence: "Right after the call, staff archive its Leads.",
    at: "calls",
    apply: (request) => changedAfter(request, "archive"),
  },
];

export const roughRuns: readonly RoughRun[] = [
  {
    ...rough,
    id: "copies",
    sentence: "Two copies of the command run at once.",
    course: { copies: true },
  },
  {
    ...rough,
    id: "many",
    rules: ["list.limit"],
    sentence: `The Firm has ${manyMoreLeads} more Leads before the command starts.`,
    course: { moreLeads: manyMoreLeads },
  },
  {
    ...rough,
    id: "untrusted",
    sentence:
      "The certificate of the provider is from an authority that the command does not know.",
    course: { isUntrusted: true },
    isForAssess: true,
  },
  {
    ...rough,
    id: "again",
    sentence: "The command runs a second time in the same world.",
    course: { again: true },
    isForAssess: true,
  },
  {
    ...rough,
    id: "converted",
    rules: ["state.convert"],
    sentence: "The clients of all Active Leads sign up, then the command runs a second time.",
    course: { again: true, between: "convert" },
    isForAssess: true,
  },
];

/** Others change the Leads of the call's person, or every Active Lead if it is about no single one. */
async function changedAfter(
  { context, next, hooks, subject }: Parameters<Fault["apply"]>[0],
  action: "convert" | "archive",
): ReturnType<Fault["apply"]> {
  const answer = await next();
  hooks.others(action, context.workspace, subject ?? undefined);
  return answer;
}
