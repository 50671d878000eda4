/**
 * A small client as data: calls about a few people, and its reaction to failures. The caller
 * supplies the functions to send and to wait, so that a program runs both over HTTP and in the
 * model.
 */
/** The client's timeout for a response. */
export const clientTimeoutMs = 1_500;

export type Parent = "firm" | "member";

/** The client's final reaction to a failing call. */
export type Resignation = "ignore" | "stop" | "claim" | "note";

/** The client's reaction to a failing call before the final one. */
export type Handling =
  | { readonly kind: "none" }
  | { readonly kind: "retry"; readonly times: number; readonly pauseMs: number }
  /** Checks whether the Lead exists, and creates it again if not. */
  | { readonly kind: "find" }
  /** Creates the Lead for the other parent. */
  | { readonly kind: "elsewhere" }
  /** Sends a smaller request. */
  | { readonly kind: "smaller" };

export interface Step {
  readonly act: "create" | "patch" | "delete" | "read" | "list";
  readonly person: string;
  readonly parent: Parent;
  /** Whether the client looks the Lead up by email each time, or remembers its id. */
  readonly by: "id" | "email";
  /** The field that a PATCH sets. */
  readonly field: "firstName" | "lastName";
  readonly value: string;
  readonly handling: Handling;
  readonly otherwise: Resignation;
}

export interface Program {
  readonly steps: readonly Step[];
  /** Whether an unreadable body is a failure even if the status is sufficient. */
  readonly readsBodies: boolean;
  /** The required length of an id; null for any. */
  readonly idLength: number | null;
  /** Whether a Lead with an unknown field is a failure. */
  readonly knowsAllFields: boolean;
}

/**
 * The connection of a program to the provider. `send` rejects without a response, and returns null
 * for a body that is not JSON.
 */
export interface Provider {
  readonly send: (method: string, place: Place, body: object | null) => Promise<Answer>;
  readonly pause: (ms: number) => Promise<void>;
}

export type Place =
  | { readonly leadsOf: Parent; readonly filter: string | null }
  | { readonly lead: string };

export interface Answer {
  readonly status: number;
  readonly data: unknown;
}

class Failure extends Error {}
class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`Exit ${code}`);
    this.code = code;
  }
}

/** Runs a program and returns its exit code. */
export async function carryOut(program: Program, provider: Provider): Promise<number> {
  const ids = new Map<string, string>();
  let noted = 0;
  try {
    for (const step of program.steps) {
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      const isDone = await handled(step, newAttempts(program, provider, ids));
      if (isDone || step.otherwise === "ignore") continue;
      if (step.otherwise === "stop") throw new Exit(1);
      if (step.otherwise === "claim") throw new Exit(0);
      noted += 1;
    }
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
  return noted === 0 ? 0 : 1;
}

type Attempts = ReturnType<typeof newAttempts>;

/** Whether a step succeeds in the end. */
async function handled(step: Step, attempts: Attempts): Promise<boolean> {
  const { handling } = step;
  if (await succeeds(() => attempts.first(step))) return true;
  if (handling.kind === "retry") {
    for (let time = 0; time < handling.times; time += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      if (handling.pauseMs > 0) await attempts.pause(handling.pauseMs);
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      if (await succeeds(() => attempts.first(step))) return true;
    }
    return false;
  }
  if (step.act !== "create" || handling.kind === "none") return false;
  if (handling.kind === "find") {
    return (
      (await succeeds(() => attempts.find(step))) || (await succeeds(() => attempts.first(step)))
    );
  }
  if (handling.kind === "smaller") return succeeds(() => attempts.create(step, {}));
  const parent = step.parent === "firm" ? "member" : "firm";
  return succeeds(() => attempts.first({ ...step, parent }));
}

async function succeeds(attempt: () => Promise<void>): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

const knownFields = new Set(
  "id createdAt updatedAt email firstName lastName phone clientData resourceType resourceId deletedAt convertedAt referredByReferralCodeId plan_ids".split(
    " ",
  ),
);

function leadKey({ parent, person }: Step): string {
  return `${parent} ${person}`;
}

/** One attempt per step. A failed attempt throws. */
function newAttempts(program: Program, { send, pause }: Provider, ids: Map<string, string>) {
  const ask = async (method: string, place: Place, body: object | null): Promise<Answer> => {
    const answer = await send(method, place, body).catch(() => null);
    if (answer === null || answer.status >= 300) throw new Failure();
    if (answer.data === null && (program.readsBodies || method === "GET")) throw new Failure();
    return answer;
  };
  const checked = (lead: unknown): string => {
    if (typeof lead !== "object" || lead === null || !("id" in lead)) throw new Failure();
    const id = String(lead.id);
    if (program.idLength !== null && id.length !== program.idLength) throw new Failure();
    const isKnown = Object.keys(lead).every((name) => knownFields.has(name));
    if (program.knowsAllFields && !isKnown) throw new Failure();
    return id;
  };
  const find = async (step: Step): Promise<void> => {
    const place = { leadsOf: step.parent, filter: step.person };
    const { data } = await ask("GET", place, null);
    const [lead] = Array.isArray(data) ? data : [];
    ids.set(leadKey(step), checked(lead));
  };
  const create = async (step: Step, more: object): Promise<void> => {
    const body = { email: step.person, firstName: "Made", lastName: "Made", ...more };
    const { data } = await ask("POST", { leadsOf: step.parent, filter: null }, body);
    if (data !== null) ids.set(leadKey(step), checked(data));
  };
  const first = async (step: Step): Promise<void> => {
    if (step.act === "create") return create(step, { phone: { number: "6475550100" } });
    if (step.act === "list") {
      await ask("GET", { leadsOf: step.parent, filter: null }, null);
      return undefined;
    }
    if (step.by === "email") await find(step);
    const lead = ids.get(leadKey(step));
    if (lead === undefined) throw new Failure();
    const method = { patch: "PATCH", delete: "DELETE", read: "GET" }[step.act];
    await ask(method, { lead }, step.act === "patch" ? { [step.field]: step.value } : null);
    return undefined;
  };
  return { first, find, create, pause };
}
