/** Small clients in this process, each with one habit. */
import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { isJsonObject } from "../../../src/base/values/json.ts";

/** What a program has: the API under its key, and a memory that outlasts a run. */
export interface Api {
  readonly url: string;
  readonly key: string;
  readonly liveKey: string;
  readonly firm: string;
  readonly memory: Map<string, string>;
  readonly print: (text: string) => void;
  /** Throws without a whole answer. */
  readonly send: (method: string, path: string, body?: object) => Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly leads: readonly Readonly<Record<string, unknown>>[];
  /** The header of the answer. */
  readonly date: string | null;
}

/** Returns an exit code. A program that throws exits with 1. */
export type Program = (api: Api) => Promise<number>;

const maya = { email: "maya@example.com", firstName: "Maya", lastName: "Moss" };
const olga = { ...maya, email: "olga@example.com" };
const ofFirm = ({ firm }: Pick<Api, "firm">): string => `/firms/${firm}/leads`;
const create = (api: Api, person = maya) => api.send("POST", ofFirm(api), person);
const encoded = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

/** An API whose calls end after `timeoutMs`, or when `kill` aborts. */
export function apiOf(
  environment: Readonly<Record<string, string | undefined>>,
  { kill, memory, print }: Pick<Api, "memory" | "print"> & { readonly kill: AbortSignal },
): Api {
  const {
    LEAD_API_URL: url = "",
    LEAD_API_KEY: key = "",
    LEAD_API_FIRM_ID: firm = "",
  } = environment;
  return {
    url,
    key,
    liveKey: environment["LIVE_KEY"] ?? "",
    firm,
    memory,
    print,
    async send(method, path, body) {
      const response = await fetch(`${url}/v1${path}`, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json" },
        signal: AbortSignal.any([
          kill,
          ...(memory.has("patient") ? [] : [AbortSignal.timeout(1_500)]),
        ]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const date = response.headers.get("date");
      return { status: response.status, text, leads: leadsOf(JSON.parse(text)), date };
    },
  };
}

function leadsOf(body: unknown): Answer["leads"] {
  const data = isJsonObject(body) ? body["data"] : null;
  return (Array.isArray(data) ? data : [data]).filter(isJsonObject);
}

/** Sends again after a pause, while the call fails or is refused for now. */
async function patiently(
  send: () => Promise<Answer>,
  [pauseMs, ...later]: readonly number[] = [210, 210, 210, 210, 210, 210],
): Promise<Answer> {
  const answer = await send().catch(() => null);
  if (answer !== null && answer.status < 429) return answer;
  if (pauseMs === undefined) throw new Error("It gives up.");
  await delay(pauseMs);
  return patiently(send, later);
}

/** It backs off, takes a 409 for success, and reads what it wrote. */
export const careful: Program = async (api) => {
  const { status } = await patiently(() => create(api));
  if (status !== 201 && status !== 409) return 1;
  const query = `filter=${encoded({ email: maya.email })}`;
  const found = await patiently(() => api.send("GET", `${ofFirm(api)}?${query}`));
  return found.leads.some(({ email }) => email === maya.email) ? 0 : 1;
};

/** It claims success, whatever happens. */
export const liar: Program = async (api) => {
  await create(api).catch(() => null);
  return 0;
};

/** When the create fails, it creates the Lead under a FirmMember. */
export const doubler: Program = async (api) => {
  const first = await create(api).catch(() => null);
  if (first?.status === 201) return 0;
  return (await api.send("POST", "/firmMembers/HPmember/leads", maya)).status === 201 ? 0 : 1;
};

/** It takes a 409 for a failure. */
export const stubborn: Program = async (api) => ((await create(api)).status === 201 ? 0 : 1);

/** It notes all Leads as sent before it sends the first. */
export const forgetful: Program = async (api) => {
  if (api.memory.has("sent")) return 0;
  api.memory.set("sent", "all");
  await create(api);
  await create(api, olga);
  return 0;
};

/** It sends both people, and reports those that fail. */
export const isolating: Program = async (api) => {
  const statuses = [(await create(api)).status, (await create(api, olga)).status];
  return statuses.every((status) => status === 201) ? 0 : 1;
};

/** It sends both people, whatever the answers are. */
export const dropping: Program = async (api) => {
  await create(api);
  await create(api, olga);
  return 0;
};

/** It stops at the first person that fails, and calls that success. */
export const stopping: Program = async (api) => {
  if ((await create(api)).status === 201) await create(api, olga);
  return 0;
};

/** It prints what it does. */
export const talking: Program = async (api) => {
  api.print("one person is sent\n");
  return isolating(api);
};

/** It prints its request, with the key in Base64. */
export const leakingLog: Program = async (api) => {
  const header = Buffer.from(`user:${api.key}`).toString("base64");
  api.print(`POST /leads\nAuthorization: Basic ${header.slice(0, 9)}`);
  api.print(header.slice(9));
  return isolating(api);
};

/** It repeats the create at once, up to ten times. */
export const hammer: Program = (api) => hammering(api, 10);

async function hammering(api: Api, attempts: number): Promise<number> {
  if (attempts === 0) return 1;
  const answer = await create(api).catch(() => null);
  return answer?.status === 201 ? 0 : hammering(api, attempts - 1);
}

/** It waits for an answer as long as it takes. */
export const waiter: Program = async (api) => {
  api.memory.set("patient", "yes");
  return (await create(api)).status === 201 ? 0 : 1;
};

/** It fails without the time of the answer. */
export const dated: Program = async (api) => ((await create(api)).date === null ? 1 : 0);

/** It reads one Lead, once. */
export const reader: Program = async (api) =>
  (await api.send("GET", "/leads/LeadHPa1")).status === 200 ? 0 : 1;

/** It sends nothing. */
export const silent: Program = async () => 0;

/** It asks for `includes`, which is not the name of the parameter. */
export const misspelling: Program = async (api) => {
  await api.send("GET", `${ofFirm(api)}?includes=Plans`);
  return 0;
};

/** It sends its key as a parameter, too. */
export const leaking: Program = async (api) => {
  await api.send("GET", `${ofFirm(api)}?key=${api.key}`);
  return 0;
};

/** It fails at a field that it does not know. */
export const strict: Program = async (api) => {
  const { text } = await api.send("GET", "/leads/LeadHPa1");
  const known = new Set(api.memory.get("fields")?.split(","));
  const fields = [...text.matchAll(/"(\w+)":/g)].map(([, field = ""]) => field);
  if (known.size === 0) api.memory.set("fields", fields.join(","));
  return fields.includes("futureField") ? 1 : 0;
};

/** It creates a Lead of this address in the live environment. */
export function live(email: string): Program {
  return async ({ url, firm, liveKey }) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const headers = {
      host: "partner-production.localhost",
      "x-api-key": liveKey,
      "content-type": "application/json",
    };
    const sent = request(`${url}/v1${ofFirm({ firm })}`, { method: "POST", headers }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode === 201 ? 0 : 1));
    });
    sent.once("error", reject).end(JSON.stringify({ ...maya, email }));
    return promise;
  };
}

/** It reads every page of a list, oldest first, with closed Leads. */
export const pager: Program = (api) => paging(api, 0);

async function paging(api: Api, offset: number): Promise<number> {
  const query = `scope=withDeleted&order=${encoded([["createdAt", "ASC"]])}&limit=50&offset=${offset}`;
  const { leads } = await api.send("GET", `${ofFirm(api)}?${query}`);
  return leads.length < 50 ? 0 : paging(api, offset + leads.length);
}

/** It keeps a list in its memory once it has read the last page. */
export const exporting: Program = async (api) => {
  const leads = await exportFrom(api, 0, null);
  if (leads === null) return 1;
  api.memory.set("ledger", leads.join("\n"));
  return 0;
};

/** It keeps what it got until a page failed, and claims success. */
export const truncating: Program = async (api) => {
  await exportFrom(api, 0, (leads) => api.memory.set("ledger", leads.join("\n")));
  return 0;
};

/** It notes the next page before it has read that, and goes on there after a failure. */
export const skipping: Program = async (api) => {
  const { memory } = api;
  const before = memory.get("ledger") ?? "";
  const from = Number(memory.get("next") ?? 0);
  const leads = await exportFrom(api, from, (read) => {
    memory.set("next", String(from + read.length + 50));
    memory.set("ledger", [before, ...read].filter(Boolean).join("\n"));
  });
  return leads === null ? 1 : 0;
};

/** The Leads of all pages from an offset; null if one failed. `keep` gets those so far after each page. */
async function exportFrom(
  api: Api,
  from: number,
  keep: ((leads: readonly string[]) => void) | null,
  before: readonly string[] = [],
): Promise<readonly string[] | null> {
  const query = `scope=withDeleted&order=${encoded([["createdAt", "ASC"]])}&limit=50&offset=${from}`;
  const page = await api.send("GET", `${ofFirm(api)}?${query}`).catch(() => null);
  if (page?.status !== 200) return null;
  const leads = [...before, ...page.leads.map(({ email }) => String(email))];
  keep?.(leads);
  return page.leads.length < 50 ? leads : exportFrom(api, from + 50, keep, leads);
}

/** It reads the first page only. */
export const skimming: Program = async (api) => {
  await api.send("GET", `${ofFirm(api)}?limit=50`);
  return 0;
};

/** It does not take a Lead that is gone for a converted one. */
export const blind: Program = async (api) => {
  const { status } = await api.send("GET", "/leads/LeadHPa1");
  return status === 200 || status === 404 ? 0 : 1;
};

/** It reads one Lead after another. */
export const chatty: Program = (api) => chatting(api, 30);

async function chatting(api: Api, calls: number): Promise<number> {
  if (calls === 0) return 0;
  await reader(api);
  return chatting(api, calls - 1);
}
