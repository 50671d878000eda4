import type { SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, column, replyOf, text } from "../../../support/reply.ts";
import { newSandbox } from "../../../support/sandbox.ts";
import type { Call, World } from "../../../support/world.ts";

/** Plans a fault in the workspace of `world` and returns its id; fails if the call fails. */
export async function planFault(world: Pick<World, "control">, fault: unknown): Promise<string> {
  const reply = await world.control("POST", "/faults", fault);
  if (reply.status !== 201) throw new Error(`No fault: ${reply.status} ${reply.text}`);
  return text(reply, "data.id");
}

/** The state and the number of hits of each fault, in the order of planning. */
export async function standings(world: Pick<World, "control">): Promise<readonly string[]> {
  const listed = await world.control("GET", "/faults");
  const met = column(listed, "met");
  return column(listed, "state").map((state, index) => `${String(state)} ${String(met[index])}`);
}

/** `time type` of each event whose type starts with one of `kinds`, such as `fault` or `clock`, in order. */
export async function expected(
  world: Pick<World, "control">,
  ...kinds: readonly string[]
): Promise<readonly string[]> {
  const events = await world.control("GET", "/events");
  const times = column(events, "at").map((moment) =>
    String(moment).slice("2026-03-02T".length, -1),
  );
  return column(events, "type")
    .map((type, index) => ({ type: String(type), time: times[index] }))
    .filter(({ type }) => kinds.includes(type.split(".", 1)[0] ?? ""))
    .map(({ type, time }) => `${time} ${type}`);
}

/** The newest journal entry. */
export async function newestEntry(world: Pick<World, "control">): Promise<unknown> {
  return at(await world.control("GET", "/requests?limit=1"), "data.0");
}

/** The statuses of `count` equal requests in sequence. */
export async function statuses(
  world: World,
  count: number,
  call?: Call,
): Promise<readonly number[]> {
  const seen: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
    seen.push((await world.api("GET", "/v1/leads?limit=1", call)).status);
  }
  return seen;
}

/** The error message of a request without an answer; fails if there was an answer. */
export async function lost(sent: Promise<unknown>): Promise<string> {
  try {
    await sent;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("The request was answered.");
}

/** The message of `lost` after a fault reset the connection, in this process or over a socket. */
export const cutOff = /^The planned fault \w{8} hit this request\.$|socket hang up|ECONNRESET/;

/** A sandbox in this process that returns answers unparsed, as a fault may break their JSON. */
export interface RawSandbox {
  readonly control: World["control"];
  /** Calls the emulated API with the Partner key of the sandbox environment. */
  readonly api: (method: string, path: string, options?: RawCall) => Promise<Response>;
  readonly close: () => void;
}

export interface RawCall {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A fresh sandbox; the test uses its default workspace. */
export function newRawSandbox(options: SandboxOptions = {}): RawSandbox {
  const sandbox = newSandbox(options);
  const key = sandbox.describe().firms[0]?.apiKeys[0]?.key ?? "";
  const send = (url: string, method: string, { body, signal }: RawCall): Promise<Response> =>
    sandbox.fetch(
      new Request(url, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      }),
    );
  return {
    control: async (method, path, body): Promise<Reply> =>
      replyOf(await send(`http://127.0.0.1/_sandbox${path}`, method, { body })),
    api: (method, path, call = {}) => send(`http://partner.localhost${path}`, method, call),
    close: () => sandbox.close(),
  };
}
