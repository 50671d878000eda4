/** Collects answers of every operation of the emulated API: its golden errors and every kind of success. */
import type { ApiOperation } from "../../src/server/api/routes/call.ts";
import {
  bodyOf,
  canSucceed,
  choicesOf,
  parentIn,
  permittedKey,
  sendTo,
} from "../conformance/cases.ts";
import type { Sending } from "../conformance/cases.ts";
import { goldensOf } from "../conformance/golden-cases.ts";
import type { Reply } from "../support/reply.ts";
import { at } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, newWorld } from "../support/world.ts";
import { wholeLead } from "./examples.ts";
import { worldWithWorkflow } from "./workflow-world.ts";

/** An answer of a run, named by its cause. */
export interface Answered {
  readonly name: string;
  readonly reply: Reply;
}

/** The answers of a run, and the statuses that its coverage counted. */
export interface Run {
  readonly answers: readonly Answered[];
  readonly covered: readonly number[];
}

interface Case {
  readonly name: string;
  /** Whether the case needs its own world. */
  readonly isAlone?: boolean;
  readonly assumptions?: Readonly<Record<string, string>>;
  readonly send: (world: World) => Promise<Reply>;
}

/** Runs every case of an operation; cases under the same assumptions share a world. */
export async function run(operation: ApiOperation): Promise<Run> {
  const errors = goldensOf(operation).map(({ error, send, ...rest }) => ({
    ...rest,
    name: error,
    send: (world: World) => send(world, operation),
  }));
  const cases: readonly Case[] = [...errors, ...successes(operation), ...workflows(operation)];
  const answers: Answered[] = [];
  const covered = new Set<number>();
  for (const [, sharing] of Map.groupBy(cases, keyOf)) {
    // oxlint-disable-next-line no-await-in-loop -- the cases of a world come one after the other
    const world = await newWorld({ assumptions: sharing[0]?.assumptions ?? {} });
    for (const { name, send } of sharing) {
      // oxlint-disable-next-line no-await-in-loop -- the cases of a world come one after the other
      answers.push({ name, reply: await send(world) });
      // After each: a case that replaces the world resets the count.
      // oxlint-disable-next-line no-await-in-loop -- the cases of a world come one after the other
      for (const status of await coveredIn(world, operation)) covered.add(status);
    }
  }
  return { answers, covered: [...covered].toSorted((one, other) => one - other) };
}

function keyOf({ assumptions = {}, isAlone = false, name }: Case): string {
  return JSON.stringify([assumptions, isAlone ? name : null]);
}

async function coveredIn(world: World, { id }: ApiOperation): Promise<readonly number[]> {
  const coverage = await world.control("GET", "/coverage");
  const rows: unknown = at(coverage, "data.operations");
  if (!Array.isArray(rows)) throw new Error(`No coverage: ${coverage.text}`);
  const index = rows.findIndex((_, row) => at(coverage, `data.operations.${row}.id`) === id);
  return Object.keys(Object(at(coverage, `data.operations.${index}.statuses`))).map(Number);
}

function successes(operation: ApiOperation): readonly Case[] {
  const chosen = choicesOf(operation);
  return successesOf(operation).map(({ assumptions, ...one }) => ({
    ...one,
    assumptions: { ...chosen, ...assumptions },
  }));
}

function successesOf(operation: ApiOperation): readonly Case[] {
  if (!canSucceed(operation)) return [];
  const plain = sending(operation, "as it stands", {});
  if (operation.permission === "leads:create") return [plain, ...creations(operation)];
  if (operation.id === "patch-Lead") return [plain, ...changes(operation)];
  if (operation.noContentUnder === "resource.write") {
    const active = operation.method === "PATCH" ? { query: { scope: "active" } } : {};
    const bare = { ...sending(operation, "bare", {}), ...under("resource.write", "204") };
    return [sending(operation, "as it stands", active), bare];
  }
  if (operation.id === "delete-lead") {
    const without = { ...sending(operation, "without a body", {}), ...under("lead.delete", "204") };
    return [plain, without];
  }
  return operation.method === "GET" ? [plain, ...reads(operation)] : [plain];
}

function creations(operation: ApiOperation): readonly Case[] {
  const small = Object(bodyOf(operation));
  const body = (name: string, fields: object): Case =>
    sending(operation, name, {
      body: { ...small, ...fields, email: `${emailOf(name)}@example.com` },
    });
  const strange = { Plans: [{ type: "Borrowing" }], sin: 7, Assets: "none" };
  return [
    body("with every field", wholeLead),
    body("with null for what is optional", { phone: null, clientData: { notes: null } }),
    body("with a phone that is a text", { phone: "4165550142" }),
    {
      ...body("with a phone that stays a text", { phone: "4165550142" }),
      ...under("lead.phone.string", "kept-as-string"),
    },
    {
      ...body("with other Plans", { clientData: { Plans: [] } }),
      ...under("client-data.plans.empty", "accepted"),
    },
    {
      ...body("with other types", { clientData: strange }),
      assumptions: { "client-data.enrichment": "unchecked", "plan.type": "any-string" },
    },
    {
      ...sending(operation, "by email alone", {
        body: { ...parentIn(operation), email: "sole@example.com" },
      }),
      ...under("lead.required", "email-only"),
    },
    sending(operation, "without outreach", {
      query: { disableClientOutreach: "true" },
      body: { ...small, email: "quiet@example.com" },
    }),
  ];
}

function changes(operation: ApiOperation): readonly Case[] {
  const { email, ...others } = wholeLead;
  return [
    sending(operation, "with every field", { body: { ...others, email } }),
    sending(operation, "with nothing", { body: {}, query: { scope: "active" } }),
    sending(operation, "with null", { body: { phone: null, clientData: null } }),
    { ...sending(operation, "without an answer", {}), ...under("lead.patch.answer", "204") },
    {
      name: "of a Lead that is not Active",
      send: (world) =>
        world.api("PATCH", `/v1/leads/${ids.convertedLead}?scope=withDeleted`, {
          body: { lastName: "Later" },
        }),
    },
  ];
}

function reads(operation: ApiOperation): readonly Case[] {
  const { does, subject } = operation;
  const paths = { leads: "Plans,Plans.ClientProfiles", plans: "ClientProfiles" }[subject] ?? "";
  const all = { scope: "withDeleted", ...(paths === "" ? {} : { include: paths }) };
  return [
    sending(operation, "with all there is", { query: all }),
    sending(operation, "of what is not deleted", { query: { scope: "active" } }),
    ...(does === "list"
      ? [
          sending(operation, "of none", { query: { filter: '{"id":"none"}' } }),
          sending(operation, "by page", {
            query: { limit: "1", offset: "1", order: '[["id","ASC"]]' },
          }),
        ]
      : []),
    {
      name: "after a conversion",
      async send(world) {
        await world.control("POST", `/leads/${ids.activeLead}/convert`);
        return sendTo(world, operation, {
          key: await permittedKey(world, operation),
          query: all,
        });
      },
    },
  ];
}

/** Workflows of every method, which need a world of their own. */
function workflows(operation: ApiOperation): readonly Case[] {
  if (operation.does !== "run" || operation.method === "POST") return [];
  const send =
    (call: Sending, status = 200): Case["send"] =>
    async (world) => {
      const assumptions = at(await world.control("GET", "/state"), "data.assumptions");
      await world.control("PUT", "/state", {
        ...worldWithWorkflow(operation, status),
        assumptions,
      });
      return sendTo(world, operation, { key: await firstKeyOf(world), ...call });
    };
  const good = operation.body === undefined ? {} : { body: { leadId: "any" } };
  const alone = (name: string, call: Sending, status?: number): Case => ({
    name,
    isAlone: true,
    send: send(call, status),
  });
  return [
    alone("as it stands", good),
    alone("with a status of its own", good, 202),
    {
      ...alone("422 Idempotency-Key of another request (assumed)", good),
      ...under("http.idempotency-key", "replay"),
      async send(world) {
        const named = { ...good, headers: { "idempotency-key": "one" } };
        await send(named)(world);
        const key = await firstKeyOf(world);
        return sendTo(world, operation, { key, ...named, query: "colour=blue" });
      },
    },
    ...(operation.body === undefined
      ? []
      : [
          alone("422 nothing sent", { body: {} }),
          alone("415 body coded", { rawBody: "{}", headers: { "content-encoding": "gzip" } }),
          alone("413 body too large", { rawBody: `"${"n".repeat(1_048_576)}"` }),
          {
            ...alone("400 body not JSON (assumed)", { rawBody: "{" }),
            ...under("http.body.malformed", "400"),
          },
        ]),
  ];
}

async function firstKeyOf(world: World): Promise<string> {
  const [, key = ""] = /"key":"([^"]+)"/.exec((await world.control("GET", "/state")).text) ?? [];
  return key;
}

function sending(operation: ApiOperation, name: string, call: Sending): Case {
  return {
    name,
    send: async (world) =>
      sendTo(world, operation, { key: await permittedKey(world, operation), ...call }),
  };
}

function under(rule: string, choice: string): Pick<Case, "assumptions"> {
  return { assumptions: { [rule]: choice } };
}

function emailOf(name: string): string {
  return name.replaceAll(" ", "-");
}
