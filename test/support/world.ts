import { onTestFinished } from "vitest";

import type { SandboxOptions } from "../../src/server/sandbox/sandbox.ts";
import type { Reply } from "./reply.ts";
import { replyOf, text } from "./reply.ts";
import type { Target } from "./target.ts";
import { newTarget, sharedTarget } from "./target.ts";

/**
 * The ids of Firms, members, codes and Leads in `fixtures/default.json`. Every workspace keeps
 * them.
 */
export const ids = {
  partnerFirm: "Harb0rPt",
  realtyFirm: "MapleRow",
  partnerOwner: "HPowner1",
  partnerMember: "HPmember",
  realtyAgent: "MRagent1",
  partnerCode: "HPcode01",
  realtyCode: "MRcode01",
  activeLead: "LeadHPa1",
  convertedLead: "LeadHPc1",
  archivedLead: "LeadHPx1",
  memberLead: "LeadHPm1",
  foreignLead: "LeadMRa1",
  plan: "PlanHP01",
  privatePlan: "PlanHP02",
  foreignPlan: "PlanMR01",
  clientProfile: "ClientHP",
  foreignClient: "ClientMR",
} as const;

export type SurfaceHost = "partner" | "partner-production" | "realtor" | "realtor-production";

/**
 * A request to the emulated API. Without `key` it sends the Partner key of the sandbox environment.
 */
export interface Call {
  readonly key?: string | null;
  readonly surface?: SurfaceHost;
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A workspace for one test, with its keys. Tests use it over HTTP only. */
export interface World {
  readonly id: string;
  readonly keys: Readonly<Record<SurfaceHost, string>>;
  readonly keyIds: Readonly<Record<SurfaceHost, string>>;
  /**
   * A request to the emulated API. A path without a version segment gets one: `/v1/leads` and
   * `/leads` are two paths.
   */
  readonly api: (method: string, path: string, call?: Call) => Promise<Reply>;
  /** A request to the control API of this workspace; `path` starts with a slash. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<Reply>;
  /** A request to the control API at server level. */
  readonly server: (method: string, path: string, body?: unknown) => Promise<Reply>;
  /** Sends a request unchanged, as the typed client does. */
  readonly fetch: Target["fetch"];
  /** Creates a Lead for the partner Firm and returns its id; fails when the service rejects it. */
  readonly createLead: (fields?: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** The options of a new workspace, as in the body of `POST /_sandbox/workspaces`. */
export interface WorldOptions {
  readonly fixture?: string;
  readonly seed?: number;
  readonly id?: string;
  readonly quotaPerHour?: number | null;
  readonly now?: string;
  readonly assumptions?: Readonly<Record<string, string>>;
  /**
   * Settings of a separate sandbox, `{}` for the defaults. A test with settings cannot run against
   * a URL.
   */
  readonly sandbox?: SandboxOptions;
}

/** The time at which most tests freeze their clock. */
export const monday = "2026-03-02T09:00:00.000Z";

/** A new workspace. By default its clock is frozen at `monday` and its keys have no quota. */
export async function newWorld(options: WorldOptions = {}): Promise<World> {
  const { sandbox, ...workspace } = options;
  const target = sandbox === undefined ? sharedTarget() : newTarget(sandbox);
  const made = await send(target, "POST", "http://127.0.0.1/_sandbox/workspaces", {
    body: { now: monday, quotaPerHour: null, ...workspace },
  });
  if (made.status !== 201) throw new Error(`No workspace: ${made.status} ${made.text}`);
  const id = text(made, "data.id");
  const server: World["server"] = (method, path, body) =>
    send(target, method, `http://127.0.0.1/_sandbox${path}`, body === undefined ? {} : { body });
  const close = async (): Promise<void> => {
    await server("DELETE", `/workspaces/${id}`);
    if (sandbox !== undefined) target.close();
  };
  const keys = keysOf(made);
  const api: World["api"] = (method, path, call = {}) => {
    const { key = keys.partner.key, surface = "partner", ...rest } = call;
    const headers = { ...(key === null ? {} : { "x-api-key": key }), ...call.headers };
    return send(target, method, `http://${surface}.localhost${path}`, { ...rest, headers });
  };
  let created = 0;
  const world: World = {
    id,
    keys: perHost((host) => keys[host].key),
    keyIds: perHost((host) => keys[host].id),
    api,
    control: (method, path, body) => server(method, `/workspaces/${id}${path}`, body),
    server,
    fetch: (request) => target.fetch(request),
    async createLead(fields = {}) {
      created += 1;
      const person = { email: `lead${created}@example.com`, firstName: "Lena", lastName: "Lind" };
      const reply = await api("POST", `/v1/firms/${ids.partnerFirm}/leads`, {
        body: { ...person, ...fields },
      });
      if (reply.status !== 201) throw new Error(`No Lead: ${reply.status} ${reply.text}`);
      return text(reply, "data.id");
    },
    close,
  };
  onTestFinished(close);
  return world;
}

async function send(target: Target, method: string, url: string, call: Call): Promise<Reply> {
  const { body, rawBody, headers } = call;
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const request = new Request(url, {
    method,
    headers: { ...(sent === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  return replyOf(await target.fetch(request));
}

interface Key {
  readonly id: string;
  readonly key: string;
}

/** The keys of the fixture, by surface. */
function keysOf(made: Reply): Readonly<Record<SurfaceHost, Key>> {
  const found = new Map<string, Key>();
  for (const path of ["0.apiKeys.0", "0.apiKeys.1", "1.apiKeys.0", "1.apiKeys.1"]) {
    const read = (name: string): string => text(made, `data.firms.${path}.${name}`);
    const surface = `${read("roleType").toLowerCase()}-${read("environment")}`;
    found.set(surface.replace("-sandbox", ""), { id: read("id"), key: read("key") });
  }
  return perHost((host) => {
    const key = found.get(host);
    if (key === undefined) throw new Error(`The fixture has no key for ${host}.`);
    return key;
  });
}

function perHost<Value>(of: (host: SurfaceHost) => Value): Readonly<Record<SurfaceHost, Value>> {
  return {
    partner: of("partner"),
    "partner-production": of("partner-production"),
    realtor: of("realtor"),
    "realtor-production": of("realtor-production"),
  };
}
