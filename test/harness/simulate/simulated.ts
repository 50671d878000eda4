import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as z from "zod";

import type { Variables } from "../../../src/harness/runs/process.ts";
import { simulationReport } from "../../../src/harness/simulate/report/report.ts";
import type { SimulationReport } from "../../../src/harness/simulate/report/shape.ts";
import type { SimulationSettings } from "../../../src/harness/simulate/settings.ts";
import { simulate } from "../../../src/harness/simulate/simulate.ts";
import { done, failed } from "../../../src/harness/simulate/ticks/ticker.ts";
import { readConfig } from "../../../src/server/settings/config.ts";

/** A Lead as the API answers it. */
const AnsweredLead = z.object({
  id: z.string(),
  email: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
  convertedAt: z.string().nullable(),
});
export type AnsweredLead = z.infer<typeof AnsweredLead>;
const LeadList = z.object({ data: z.array(AnsweredLead) });

export interface Row {
  readonly id: string;
  readonly email: string;
  readonly state: string;
}

/** What a poller of these tests has: the API, and files that survive a tick. */
export interface PollerContext {
  readonly list: (query: Record<string, string | number>) => Promise<readonly AnsweredLead[]>;
  readonly one: (id: string) => Promise<AnsweredLead | null>;
  readonly load: <Value>(file: string, otherwise: Value) => Value;
  readonly save: (file: string, value: unknown) => void;
  /** The time on the client's clock. */
  readonly now: () => string;
}

export type Poller = (context: PollerContext) => Promise<void>;

/** A row of a Lead, by its own two timestamps. */
export function rowOf(lead: AnsweredLead): Row {
  const closed = lead.convertedAt === null ? "Archived" : "Converted";
  return { id: lead.id, email: lead.email, state: lead.deletedAt === null ? "Active" : closed };
}

/** The findings of a report as kind, column, cause and permanence; first its problem. */
export function shown({ problem, findings }: SimulationReport): readonly string[] {
  return [
    ...(problem === null ? [] : [problem]),
    ...findings.map(({ kind, column, cause, lasting }) =>
      [kind, column ?? "row", cause, lasting ? "lasting" : "late"].join(" "),
    ),
  ];
}

/** Thrown by a poller that is killed at its time limit. */
export class TimeLimit extends Error {}

/** Simulates a poller in this process, over HTTP, with `given` over the default settings. */
export async function simulated(
  poller: Poller,
  { seed = 1, ...given }: Partial<SimulationSettings> & { readonly seed?: number } = {},
): Promise<SimulationReport> {
  const settings: SimulationSettings = {
    command: ["in this process"],
    config: { ...readConfig({ flags: { port: 0, quota: null, seed } }), logLevel: "silent" },
    worlds: [],
    every: 900_000,
    freshWithin: 1_800_000,
    covers: "all",
    keepsMs: null,
    states: new Map(),
    isSeen: false,
    ledger: { kind: "file", file: "ledger.json" },
    clockSkew: 0,
    fakeTime: null,
    startsAt: Date.parse("2026-03-02T09:00:00.000Z"),
    signal: new AbortController().signal,
    leads: [3],
    changes: new Set([
      "create",
      "burst",
      "twin",
      "convert",
      "archive",
      "patch",
      "plan",
      "fail",
      "crash",
    ]),
    wanted: new Set(),
    life: null,
    quota: 100,
    everyTick: false,
    jobs: 2,
    shard: { part: 1, of: 1 },
    budgetMs: 600_000,
    shrinks: true,
    onProgress: () => {},
    async environmentOf(sandbox, listening) {
      const firm = sandbox.describe().firms[0];
      const key = firm?.apiKeys.find(({ environment }) => environment === "sandbox")?.key;
      const state = mkdtempSync(join(tmpdir(), "lead-sandbox-test-"));
      return {
        variables: {
          LEAD_API_URL: listening.url,
          LEAD_API_KEY: key,
          LEAD_API_FIRM_ID: firm?.id,
          LEAD_SANDBOX_STATE: state,
        },
        end: async () => rmSync(state, { recursive: true, force: true }),
      };
    },
    newTicker({ env }) {
      let killed = false;
      const run = async (isFirst: boolean) => {
        if (isFirst) killed = false;
        const alive = (): void => {
          if (isFirst && killed) throw new Error("killed");
        };
        try {
          await poller(contextOf(env, alive));
          return done;
        } catch (error) {
          return {
            ...failed(String(error)),
            killed: (isFirst && killed) || error instanceof TimeLimit,
          };
        }
      };
      return {
        run: () => run(true),
        kill: () => void (killed = true),
        overlap: () => run(false),
        end: async () => {},
      };
    },
    ...given,
  };
  const context = { version: "0", acceptedFor: () => null, bundleFor: () => null, notes: [] };
  return simulationReport(await simulate(settings), settings, context);
}

/** A killed process neither saves nor hears anything. */
function contextOf(env: Variables, alive: () => void): PollerContext {
  const path = (file: string): string => join(env["LEAD_SANDBOX_STATE"] ?? "", file);
  const get = async (url: string): Promise<Response> => {
    alive();
    const headers = { "x-api-key": env["LEAD_API_KEY"] ?? "" };
    const response = await fetch(`${env["LEAD_API_URL"]}/v1${url}`, { headers });
    alive();
    return response;
  };
  return {
    async list(query) {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      );
      const response = await get(`/firms/${env["LEAD_API_FIRM_ID"]}/leads?${search.toString()}`);
      if (!response.ok) throw new Error(`status ${response.status}`);
      const { data } = LeadList.parse(await response.json());
      return data;
    },
    async one(id) {
      const response = await get(`/leads/${id}?scope=withDeleted`);
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`status ${response.status}`);
      const { data } = z.object({ data: AnsweredLead }).parse(await response.json());
      return data;
    },
    load: (file, otherwise) =>
      existsSync(path(file)) ? JSON.parse(readFileSync(path(file), "utf8")) : otherwise,
    save(file, value) {
      alive();
      writeFileSync(path(file), JSON.stringify(value));
    },
    now: () => readFileSync(env["LEAD_SANDBOX_CLOCK"] ?? "", "utf8"),
  };
}
