import * as z from "zod";

import { delay } from "../../../base/values/native-timers.ts";
import type { Report } from "../../../harness/explore/report/shape.ts";
import { commandField, commandIn } from "../command-argument.ts";
import { ToolFailure } from "../failure.ts";
import type { Run, RunEnd, Runs } from "../runs.ts";
import type { NextCall } from "../tool-names.ts";
import type { Answer, Tool } from "../tool.ts";
import { newTool } from "../tool.ts";

const operationPattern = /^[A-Za-z][A-Za-z0-9 /{}._-]{0,99}$/;

/** Runs the client under faults and open points; a handle bridges what takes longer than a call. */
export function newExplore(runs: Runs): Tool {
  return newTool({
    name: "explore",
    kind: "command",
    description:
      "Run the client under faults and open points, and check its claims. Takes minutes: answers within waitSeconds with a run; call again with it.",
    needsWorkspace: false,
    isStructured: true,
    input: {
      ...commandField(runs),
      only: z
        .array(z.enum(["faults", "unknowns", "evolution", "violations", "rough"]))
        .min(1)
        .max(5)
        .optional(),
      operations: z
        .array(z.string().regex(operationPattern, "Expected an id such as post-leads-for-firm"))
        .min(1)
        .max(50)
        .optional(),
      budgetSeconds: z.int().min(1).max(3_600).optional(),
      waitSeconds: z.int().min(0).max(50).default(45),
      run: z.string().min(1).max(40).optional().describe("The run of an earlier answer, alone"),
      cursor: z.int().min(0).optional().describe("From more"),
      stop: z.boolean().default(false),
    },
    example: null,
    async run({ signal, given }, input) {
      const { only, operations, budgetSeconds, waitSeconds, run: id, stop, cursor } = input;
      const known = id === undefined ? null : knownRun(runs, id, given);
      if (known === null && (stop || cursor !== undefined)) {
        const what = stop ? "stop" : "cursor";
        throw new ToolFailure(`Invalid arguments: ${what} needs run.`, polls(runs.latest()), {
          run: "This field is required",
        });
      }
      const args = [
        ...(only === undefined ? [] : ["--only", only.join(",")]),
        ...(operations === undefined ? [] : [`--operations=${operations.join(",")}`]),
        ...(budgetSeconds === undefined ? [] : ["--budget", `${budgetSeconds}s`]),
      ];
      const command = commandIn(input, runs.command);
      const run = known ?? startedRun(runs, { subcommand: "explore", args, command });
      if (stop) run.stop();
      const end = await endWithin(run, stop ? null : waitSeconds, signal);
      return end === null ? running(run) : ended(run, end, cursor ?? 0);
    },
  });
}

/** Starts a run; while another one is running, that one is named instead. */
export function startedRun(runs: Runs, asked: Parameters<Runs["start"]>[0]): Run {
  const run = runs.start(asked);
  if (run !== null) return run;
  const current = runs.latest();
  const name = current?.subcommand === "replay" ? "A replay" : `The run ${current?.id ?? ""}`;
  throw new ToolFailure(`${name} is already running. Wait for it, or stop it.`, polls(current));
}

/** The call that asks a run of explore again. */
function polls(run: Run | undefined): readonly NextCall[] {
  if (run?.subcommand !== "explore") return [];
  return [{ tool: "explore", arguments: { run: run.id } }];
}

const ofRuns: ReadonlySet<string> = new Set(["run", "cursor", "stop", "waitSeconds"]);

function knownRun(runs: Runs, id: string, given: object): Run {
  const more = Object.keys(given).filter((name) => !ofRuns.has(name));
  if (more.length > 0) {
    throw new ToolFailure(
      `Invalid arguments: ${more.join(", ")}: A run that has started cannot be changed.`,
      polls(runs.get(id)),
      Object.fromEntries(more.map((name) => [name, "Leave it out, or run"])),
    );
  }
  const run = runs.get(id);
  if (run?.subcommand === "explore") return run;
  throw new ToolFailure("This server has no such run.", polls(runs.latest()), {
    run: "Expected the run of an earlier answer",
  });
}

/**
 * The end of the run; null if it takes longer than `seconds`, and with null instead it is awaited. A caller who
 * cancels or disconnects ends it.
 */
export async function endWithin(
  run: Run,
  seconds: number | null,
  signal: AbortSignal,
): Promise<RunEnd | null> {
  const over = new AbortController();
  const waits = [
    run.ended,
    ...(seconds === null ? [] : [delay(seconds * 1_000, null, { signal: over.signal })]),
  ];
  const cancel = (): void => run.stop();
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    return await Promise.race(waits);
  } finally {
    signal.removeEventListener("abort", cancel);
    over.abort();
    await Promise.allSettled(waits.slice(1));
  }
}

function running(run: Run): Answer {
  const call = { run: run.id };
  return {
    data: { state: "running", ...call, ...run.progress() },
    next: [
      { tool: "explore", arguments: call },
      { tool: "explore", arguments: { ...call, stop: true } },
    ],
  };
}

/** The findings after the first `cursor` entries. */
function ended(run: Run, { exitCode, report, output }: RunEnd, cursor: number): Answer {
  const state = run.isStopped() ? "stopped" : "ended";
  if (report === null) {
    if (run.isStopped()) return { data: { state, run: run.id, exitCode }, next: [] };
    throw new ToolFailure(
      `The run ended with ${exitCode}: ${lastLineOf(output)}`,
      [{ tool: "look_up", arguments: { query: "POST /firms/{firmId}/leads" } }],
      null,
    );
  }
  const { summary, problem } = report;
  const { trials, tested, planned, findings, accepted, byVerdict } = summary;
  return {
    data: {
      state,
      run: run.id,
      exitCode,
      done: trials,
      of: planned,
      ...(problem === null ? {} : { problem }),
      ...(tested === 0
        ? { note: "Nothing was tested: no trial says anything of the client." }
        : {}),
      summary: { tested, findings, accepted, byVerdict },
      ...notTested(report),
      findings: groupsIn(report).slice(cursor),
      report: `${run.folder() ?? ""}/report.md`,
    },
    lists: ["findings"],
    cut: (shown) => ({
      more: { tool: "explore", arguments: { run: run.id, cursor: cursor + shown } },
    }),
    next: nextAfterExplore(report),
  };
}

/** More are in the report alone, so that the findings have room. */
const notTestedMax = 8;

/** The open hazards, core ones first: a report without findings says nothing of these. */
function notTested({ hazards = [] }: Report): { readonly notTested?: readonly object[] } {
  const open = hazards.filter(({ state }) => state === "open");
  if (open.length === 0) return {};
  const coreFirst = open.toSorted((one, other) => Number(other.core) - Number(one.core));
  return {
    notTested: coreFirst.slice(0, notTestedMax).map(({ id, core, why, needs }) => ({
      hazard: id,
      ...(core ? { core } : {}),
      why,
      ...(needs === null ? {} : { needs }),
    })),
  };
}

/** One entry for the findings of one cause, described by the first of them. */
function groupsIn({ groups, findings }: Report): readonly object[] {
  const byId = new Map(findings.map((one) => [one.id, one]));
  return groups.flatMap(({ findings: ids, verdict, severity, count }) => {
    const first = byId.get(ids[0] ?? "");
    if (first === undefined) return [];
    const { id, title, advice, rules, call, variation, accepted, bundle } = first;
    const about = call?.name ?? variation.operation;
    return [
      {
        verdict,
        severity,
        ...(about === undefined ? {} : { call: about }),
        count,
        title,
        advice,
        rules,
        ...(accepted ? { accepted } : {}),
        ...(bundle === null ? {} : { bundle: id }),
      },
    ];
  });
}

/** A client that fails without any change is looked at in a workspace; a finding is replayed. */
function nextAfterExplore({ problem, findings, summary }: Report): readonly NextCall[] {
  if (problem !== null || summary.tested === 0) return [{ tool: "new_workspace", arguments: {} }];
  const open = findings.find(({ accepted, bundle }) => !accepted && bundle !== null);
  if (open === undefined) return [];
  const [rule] = open.rules;
  return [
    { tool: "replay", arguments: { bundle: open.id } },
    ...(rule === undefined ? [] : [{ tool: "look_up", arguments: { query: rule } } as const]),
  ];
}

/** What a program says last is why it ended. */
export function lastLineOf(output: string): string {
  return output.trim().split("\n").at(-1)?.trim() ?? "";
}
