/**
 * Every kind of event, as a row: what it does, how often it happens, where it is played, and what is said about it. To
 * add one, add its name to `eventKinds` and its row here.
 */
import type { Lead } from "../../domain/model/lead.ts";
import { leadState, patchLead } from "../../domain/model/lead.ts";
import { planStatuses } from "../../domain/model/plan.ts";
import { movePlan } from "../../world/platform/move-plan.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";
import { leadActions } from "../runs/others.ts";
import type { Targets } from "./history/targets.ts";
import type { EventKind, HistoryEvent } from "./model.ts";
import { emailOf } from "./world/people.ts";

/** An event of a cluster; `lead` selects its Lead. */
export interface Planned {
  readonly kind: EventKind;
  /** Before the tick or after it, instead of in the gap of the cluster. */
  readonly at?: "start" | "end";
  readonly lead?: keyof Targets | "created";
  /** Whether the cluster is played without it where its kind is not wanted. */
  readonly isOptional?: true;
}

/** Events of one tick. */
export type Cluster = readonly Planned[];

/** What an event can change: a workspace, and how often each of its named Leads got another email. */
export interface ChangedWorld {
  readonly workspace: Workspace;
  readonly patches: Map<string, number>;
}

interface EventRow {
  /** What it disturbs: a call, which it answers or holds, or the schedule; null for an event of the world. */
  readonly disturbs: "call" | "schedule" | null;
  /** How many Leads it creates. */
  readonly creates: number;
  /** The state that its Lead then has (interface 2.2); null for none or another. */
  readonly becomes: "Converted" | "Archived" | null;
  /** Changes its Lead, now. Returns false if it has no effect. Null for an event without a Lead that exists. */
  readonly change: ((world: ChangedWorld, lead: Lead, name: string) => boolean) | null;
  /** How often it happens in random life, in relation to the others. */
  readonly weight: number;
  /** Where the systematic part plays it. */
  readonly clusters: readonly [Cluster, ...Cluster[]];
  /** Whether its clusters are played in one tick only, instead of in each gap. */
  readonly isPlayedOnce: boolean;
  /** Its rank among those that can harm a record which they are not about: 1 is the most harmful. */
  readonly harm: number;
  /** The end of a title: "after a client signs up". */
  readonly cause: string;
  /** What happens, in a story. */
  readonly text: (lead: string) => string;
  /** What to do about its harm; null where the finding says it. */
  readonly advice: string | null;
}

const ofWorld = { disturbs: null, becomes: null, creates: 0, isPlayedOnce: false } as const;
const ofCreates = { ...ofWorld, change: null } as const;
const ofJob = { ...ofCreates, disturbs: "call" } as const;

const create: Planned = { kind: "create" };
const atRisk = [
  { kind: "create", at: "start" },
  { kind: "create", at: "start" },
  { kind: "convert", at: "start", lead: "newest" },
  { kind: "convert", at: "start", lead: "secondNewest" },
] as const satisfies Cluster;

const burstLeads = 25;

export const eventRows: Readonly<Record<EventKind, EventRow>> = {
  create: {
    ...ofCreates,
    creates: 1,
    weight: 36,
    clusters: [[create], [create, create]],
    harm: 9,
    cause: "after another key creates a Lead",
    text: (lead) => `another key of the Firm creates the Lead ${lead}`,
    advice: null,
  },
  burst: {
    ...ofCreates,
    creates: burstLeads,
    weight: 1,
    clusters: [
      [
        { kind: "burst", at: "start" },
        { kind: "convert", lead: "newest" },
      ],
    ],
    harm: 5,
    cause: "after many Leads are created at once",
    text: (lead) => `${burstLeads} Leads are created: ${lead} to ${lead}.${burstLeads}`,
    advice:
      "Pages shift while they are read. Read on until a page is empty, overlap the pages, and do not stop at the first known Lead.",
  },
  twin: {
    ...ofCreates,
    creates: 2,
    weight: 4,
    clusters: [[{ kind: "twin" }]],
    harm: 6,
    cause: "after two Leads are created in one millisecond",
    text: (lead) =>
      `the Leads ${lead} and ${lead}.2 are created in one millisecond, before and after the next call`,
    advice:
      "Look back: read again from some minutes before the newest time, and write by id. With $gt alone, a second record of the same millisecond is lost.",
  },
  convert: {
    ...ofWorld,
    becomes: "Converted",
    change({ workspace }, lead) {
      leadActions.convert(workspace, lead);
      return true;
    },
    weight: 20,
    clusters: [
      [{ kind: "convert", lead: "newest" }],
      [{ kind: "convert", lead: "oldest" }],
      [{ kind: "convert", lead: "pageTwo" }],
      [create, { kind: "convert", lead: "created" }],
      [create, { kind: "convert", lead: "oldest" }],
    ],
    harm: 7,
    cause: "after a client signs up",
    text: (lead) => `the client of ${lead} signs up: Converted`,
    advice: null,
  },
  archive: {
    ...ofWorld,
    becomes: "Archived",
    change({ workspace }, lead) {
      leadActions.archive(workspace, lead);
      return true;
    },
    weight: 8,
    clusters: [
      [{ kind: "archive", lead: "newest" }],
      [{ kind: "archive", lead: "oldest" }],
      [create, { kind: "archive", lead: "created" }],
    ],
    harm: 8,
    cause: "after staff archive a Lead",
    text: (lead) => `staff archive ${lead}: Archived`,
    advice: null,
  },
  patch: {
    ...ofWorld,
    change: changeEmail,
    weight: 10,
    clusters: [[{ kind: "patch", lead: "newest" }], [{ kind: "patch", lead: "oldest" }]],
    harm: 10,
    cause: "after another key changes a Lead",
    text: (lead) => `another key changes the email of ${lead}`,
    advice: null,
  },
  plan: {
    ...ofWorld,
    change: advancePlan,
    weight: 15,
    clusters: [[{ kind: "plan", lead: "converted" }]],
    harm: 11,
    cause: "after a Plan moves",
    text: (lead) => `the Plan of ${lead} moves to its next status`,
    advice: null,
  },
  fail: {
    ...ofJob,
    weight: 3,
    clusters: [[...atRisk, { kind: "fail" }], [{ kind: "fail" }]],
    harm: 3,
    cause: "after a call is answered with 503",
    text: () => "the next call is answered with 503",
    advice:
      "If a call fails, end with an error and leave the ledger as it was. Save the watermark after the rows, or both in one transaction.",
  },
  crash: {
    ...ofJob,
    weight: 2,
    clusters: [[...atRisk, { kind: "crash" }], [{ kind: "crash" }]],
    harm: 2,
    cause: "after the process is killed",
    text: () => "SIGKILL: the next call gets no answer",
    advice:
      "Save the watermark after the rows, or both in one transaction, so that a repeated tick reads the rest again.",
  },
  missed: {
    ...ofJob,
    disturbs: "schedule",
    // It would leave out the events of a day.
    weight: 0,
    isPlayedOnce: true,
    // What happens just after a tick, while the next ones are missed.
    clusters: [
      [
        { kind: "create", at: "end", isOptional: true },
        { kind: "convert", at: "end", lead: "oldest", isOptional: true },
        { kind: "archive", at: "end", lead: "newest", isOptional: true },
        { kind: "missed", at: "end" },
      ],
    ],
    harm: 4,
    cause: "after a time without ticks",
    text: () => "the next ticks do not run",
    advice:
      "Read from the last tick that ended well, however long ago it was. A window of a fixed length leaves out what happened before it.",
  },
  overlap: {
    ...ofJob,
    weight: 1,
    clusters: [
      [
        create,
        create,
        { kind: "convert", lead: "newest" },
        { kind: "convert", lead: "secondNewest" },
        { kind: "overlap" },
      ],
    ],
    harm: 1,
    cause: "after two ticks overlap",
    text: () => "the next tick runs as a second process while this call waits",
    advice: "Let a tick take a lock, or let the second one end at once.",
  },
};

export function creates({ kind }: Pick<HistoryEvent, "kind">): boolean {
  return eventRows[kind].creates > 0;
}

/** Whether an event changes the world; the others disturb the job. */
export function isOfWorld({ kind }: Pick<HistoryEvent, "kind">): boolean {
  return eventRows[kind].disturbs === null;
}

/** Whether an event happens to a call, which it answers or holds. */
export function happensToCall({ kind }: Pick<HistoryEvent, "kind">): boolean {
  return eventRows[kind].disturbs === "call";
}

function changeEmail({ workspace, patches }: ChangedWorld, lead: Lead, name: string): boolean {
  const version = (patches.get(name) ?? 0) + 1;
  patches.set(name, version);
  workspace.transaction(() => {
    const options = { now: workspace.clock.now(), merge: false };
    workspace.store().leads.update(patchLead(lead, { email: emailOf(name, version) }, options));
    workspace.emit("lead.updated", { id: lead.id, state: leadState(lead) });
  });
  return true;
}

/** Moves the first Plan of a Lead to its next status; false without one. */
function advancePlan({ workspace }: ChangedWorld, { planIds }: Lead): boolean {
  const plan = workspace.store().plans.find(planIds?.[0] ?? "");
  if (plan === null) return false;
  const status = planStatuses[planStatuses.indexOf(plan.status) + 1];
  if (status === undefined || status === "Closed") return false;
  return movePlan(workspace, plan, { status }) !== null;
}
