/** What `exec --intercept` reports after its command. */
import { singleLine } from "../../../base/texts/visible.ts";
import { counted } from "../../../base/values/counted.ts";
import { interceptFlagIn } from "../../../domain/model/intercept-flag.ts";
import { causeOf } from "../../../network/intercept/cause.ts";
import type { OtherHost } from "../../../network/intercept/seen.ts";
import type {
  EndedWorld,
  JournaledRequest,
  SandboxWatch,
} from "../../../server/sandbox/sandbox.ts";
import type { InterceptBy } from "./intercept-by.ts";
import type { InterceptedRuns, Interceptor } from "./intercepted.ts";

/** The result as `--json` has it. */
export interface InterceptionSummary {
  /** Calls of other hosts, which passed or were refused. */
  readonly otherHosts: readonly OtherHost[];
  /** What the provider's production would have received. */
  readonly production: Production;
  /** The flags under which the hosts accept keys that they refused, such as those of a workspace. */
  readonly flagsForKeys: readonly string[];
  /** Why no call reached the sandbox; null if one did. */
  readonly cause: string | null;
}

interface Production {
  readonly calls: number;
  readonly leadsCreated: number;
  /** The people that it would have mailed. Those who opted out get no mail. */
  readonly mailed: readonly string[];
}

/** Watches what a production would have received. */
export interface ProductionWatch {
  readonly watch: Required<Pick<SandboxWatch, "onRequest" | "onWorldEnd">>;
  readonly production: () => Production;
  readonly flagsForKeys: () => readonly string[];
}

export function watchProduction(): ProductionWatch {
  let calls = 0;
  let leadsCreated = 0;
  const mailed = new Set<string>();
  const flags = new Set<string>();
  return {
    watch: {
      onRequest({ surface, operationId, status, reason = "" }: JournaledRequest) {
        const flag = interceptFlagIn(reason);
        if (flag !== null && flags.size < shownMax) flags.add(flag);
        if (!surface.endsWith("-production")) return;
        calls += 1;
        if (status === 201 && operationId?.startsWith("post-leads") === true) leadsCreated += 1;
      },
      onWorldEnd({ workspace }: EndedWorld) {
        for (const address of mailedIn(workspace)) mailed.add(address);
      },
    },
    production: () => ({ calls, leadsCreated, mailed: [...mailed].toSorted() }),
    flagsForKeys: () => [...flags],
  };
}

const pageSize = 500;

function mailedIn(workspace: EndedWorld["workspace"]): readonly string[] {
  const { outbox } = workspace.store();
  const found: string[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const { rows } = outbox.list({ environment: "production" }, { limit: pageSize, offset });
    found.push(...rows.flatMap(({ to }) => to.map((one) => one.toLowerCase())));
    if (rows.length < pageSize) return found;
  }
}

/** Summarizes the runs of a command. */
export function interceptionSummary(
  evidence: InterceptedRuns,
  { production, flagsForKeys }: Pick<InterceptionSummary, "production" | "flagsForKeys">,
  { requests, by }: { readonly requests: number; readonly by: InterceptBy },
): InterceptionSummary {
  return {
    flagsForKeys,
    otherHosts: evidence.seen.otherHosts,
    production,
    cause: requests > 0 ? null : causeOf({ ...evidence, by }),
  };
}

/** The report of several runs, such as the trials of an exploration. */
export function textOfInterceptedRuns({ runs, by }: Interceptor, requests: number): string {
  const nothing = { production: { calls: 0, leadsCreated: 0, mailed: [] }, flagsForKeys: [] };
  return textOfInterception(interceptionSummary(runs(), nothing, { requests, by }));
}

/** Further hosts and addresses are counted. */
const shownMax = 10;

/** The summary as lines for a terminal. */
export function textOfInterception(summary: InterceptionSummary): string {
  const { otherHosts, production, flagsForKeys, cause } = summary;
  const lines = [
    ...(otherHosts.length === 0
      ? []
      : ["other hosts called:", ...firstLines(otherHosts, shownHost)]),
    ...flagsForKeys.map((flag) => `keys of another surface were refused: start with ${flag}`),
    ...productionLines(production),
    ...(cause === null ? [] : [`no call was intercepted. ${cause}`]),
  ];
  return lines.map((line) => `  ${singleLine(line)}\n`).join("");
}

function shownHost({ target, calls, problem }: OtherHost): string {
  return `  ${target} ×${calls}${problem === null ? "" : `, not reached: ${problem}`}`;
}

function productionLines({ calls, leadsCreated, mailed }: Production): readonly string[] {
  if (calls === 0) return [];
  const people = mailed.length === 1 ? "person" : "people";
  return [
    `production would have received ${counted(calls, "call")}, ${counted(leadsCreated, "new Lead")}, and have mailed ${mailed.length} ${people}${mailed.length === 0 ? "" : ":"}`,
    ...firstLines(mailed, (address) => `  ${address}`),
  ];
}

function firstLines<One>(all: readonly One[], shown: (one: One) => string): readonly string[] {
  const left = all.length - shownMax;
  return [...all.slice(0, shownMax).map(shown), ...(left > 0 ? [`  and ${left} more`] : [])];
}
