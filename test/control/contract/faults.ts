import { expect } from "vitest";

import { at, column, replyOf, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, monday } from "../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, later, list, listening, refused, sent } from "./row.ts";

const call = "POST W/faults";
const busy = { status: 503 };
const keyOfDefault = { "x-api-key": "11111111-1111-4111-8111-111111111111" };

/** Planned faults. */
export const faults: readonly Row[] = [
  {
    call: "GET W/faults",
    promise: "planned faults, in the order of matching, with their hits",
    async keeps(world) {
      const planned = { match: { path: "/leads" }, then: { ...busy, message: "Busy" }, times: 2 };
      await world.control("POST", "/faults", planned);
      await world.control("POST", "/faults", { then: { status: 500 } });
      await world.api("GET", "/v1/leads");
      const reply = answered(200, await world.control("GET", "/faults"));
      expect(at(reply, "data")).toMatchObject([
        { ...planned, probability: 1, expiresAt: null, hits: 1, met: 1 },
        { match: {}, then: { status: 500 }, times: null, hits: 0, met: 0 },
      ]);
    },
  },
  ...(
    [
      ["{ method }", { method: "POST" }, [200, 200, 503]],
      ["{ path }", { path: "/leads" }, [503, 200, 201]],
      ["{ path } with a pattern", { path: "/v1/firms/*/leads" }, [200, 503, 503]],
      ["{ operationId }", { operationId: "post-leads-for-firm" }, [200, 200, 503]],
      ["{ method, path }", { method: "GET", path: "/firms/*/leads" }, [200, 503, 201]],
      ["no part", {}, [503, 503, 503]],
    ] as const
  ).map(matching),
  {
    call,
    promise: "then: { status, message }: that answer in the envelope, and nothing is executed",
    async keeps(world) {
      const then = { status: 503, message: "Down for repairs" };
      await world.control("POST", "/faults", { match: { method: "POST" }, then });
      const body = { email: "never@example.com", firstName: "Nev", lastName: "Er" };
      const reply = await world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { body });
      expect(answered(503, reply).json).toEqual({ message: "Down for repairs" });
      expect(column(await world.control("GET", "/leads"), "email")).not.toContain(body.email);
    },
  },
  {
    call,
    promise: "then: { delayMs }: the answer is delayed by that time",
    async keeps(world) {
      await world.control("POST", "/faults", { then: { delayMs: 40 } });
      const from = performance.now();
      answered(200, await world.api("GET", "/v1/leads"));
      expect(performance.now() - from).toBeGreaterThanOrEqual(39);
    },
  },
  {
    call,
    promise: "then: { kind: empty }: a status and no body",
    async keeps(world) {
      await world.control("POST", "/faults", { then: { kind: "empty" } });
      const reply = answered(200, await world.api("GET", "/v1/leads"));
      expect(reply.text).toBe("");
    },
  },
  {
    call,
    promise: "then: { kind: malformed }: a body that is not JSON",
    async keeps() {
      const url = await listening();
      await sent(url, "POST", "/faults", { then: { kind: "malformed", status: 502 } });
      const reply = await fetch(`${url}/v1/leads`, { headers: keyOfDefault });
      expect(reply.status).toBe(502);
      await expect(reply.json()).rejects.toThrow(SyntaxError);
    },
    local: true,
  },
  {
    call,
    promise: "then: { kind: reset }: the connection is reset, and the journal reports that",
    local: true,
    async keeps() {
      const url = await listening();
      await sent(url, "POST", "/faults", { then: { kind: "reset" }, times: 1 });
      const cut = fetch(`${url}/v1/leads`, { headers: keyOfDefault });
      const cause: unknown = expect.objectContaining({ code: "ECONNRESET" });
      await expect(cut).rejects.toMatchObject({ cause });
      answered(200, await replyOf(await fetch(`${url}/v1/leads`, { headers: keyOfDefault })));
      expect(column(await sent(url, "GET", "/requests"), "status")).toEqual([200, 0]);
    },
  },
  {
    call,
    promise: "then: { kind: hang }: no answer, however long the client waits",
    local: true,
    async keeps() {
      const url = await listening();
      await sent(url, "POST", "/faults", { then: { kind: "hang" } });
      const patience = new AbortController();
      const { signal } = patience;
      const hanging = fetch(`${url}/v1/leads`, { headers: keyOfDefault, signal });
      answered(200, await sent(url, "GET", "/requests/wait?status=0&timeoutMs=60000"));
      patience.abort(new Error("out of patience"));
      await expect(hanging).rejects.toThrow("out of patience");
    },
  },
  {
    call,
    promise: "times: exactly that many requests",
    async keeps(world) {
      await world.control("POST", "/faults", { then: busy, times: 2 });
      expect(await statuses(world, 4)).toEqual([503, 503, 200, 200]);
    },
  },
  {
    call,
    promise: "probability: some of the requests, drawn from the seed",
    options: { seed: 5 },
    async keeps(world) {
      await world.control("POST", "/faults", { then: busy, probability: 0.5 });
      const met = (await statuses(world, 100)).filter((status) => status === 503).length;
      expect(met).toBeGreaterThan(30);
      expect(met).toBeLessThan(70);
      for (const probability of [0, 1.1, -1, "half"]) {
        // oxlint-disable-next-line no-await-in-loop -- one probability at a time
        refused(422, await world.control("POST", "/faults", { then: busy, probability }));
      }
    },
  },
  {
    call,
    promise: "expiresAt: until that moment of the workspace's clock",
    async keeps(world) {
      const expiresAt = later(monday, 60_000);
      const planned = await world.control("POST", "/faults", { then: busy, expiresAt });
      expect(text(planned, "data.expiresAt")).toBe(expiresAt);
      await world.control("POST", "/clock/advance", { by: 59_999 });
      expect(await statuses(world, 1)).toEqual([503]);
      await world.control("POST", "/clock/advance", { by: 1 });
      expect(await statuses(world, 1)).toEqual([200]);
    },
  },
  ...(
    [
      ["no then", {}],
      ["an empty then", { then: {} }],
      ["an unknown kind", { then: { kind: "explode" } }],
      ["an unknown part of match", { match: { host: "a" }, then: busy }],
      ["an operation that there is not", { match: { operationId: "nope" }, then: busy }],
      ["a moment that is over", { then: busy, expiresAt: monday }],
      ["no request at all", { then: busy, times: 0 }],
    ] as const
  ).map(refusedFor),
  {
    call: "DELETE W/faults/{id}",
    promise: "deletes that one and no other",
    async keeps(world) {
      const gone = await world.control("POST", "/faults", { then: busy });
      const kept = await world.control("POST", "/faults", { then: { status: 500 } });
      const path = `/faults/${text(gone, "data.id")}`;
      answered(200, await world.control("DELETE", path));
      expect(column(await world.control("GET", "/faults"), "id")).toEqual([text(kept, "data.id")]);
      expect(await statuses(world, 1)).toEqual([500]);
      refused(404, await world.control("DELETE", path));
    },
  },
  {
    call: "DELETE W/faults",
    promise: "deletes all",
    async keeps(world) {
      await world.control("POST", "/faults", { then: busy });
      await world.control("POST", "/faults", { then: { kind: "hang" } });
      answered(200, await world.control("DELETE", "/faults"));
      expect(list(await world.control("GET", "/faults"))).toEqual([]);
      expect(await statuses(world, 1)).toEqual([200]);
    },
  },
];

function matching([name, match, wanted]: readonly [string, object, readonly number[]]): Row {
  return {
    call,
    promise: `match: ${name} matches those requests and no others`,
    async keeps(world) {
      answered(201, await world.control("POST", "/faults", { match, then: busy }));
      const firm = `/v1/firms/${ids.partnerFirm}/leads`;
      const replies = [await world.api("GET", "/v1/leads"), await world.api("GET", firm)];
      const body = { email: "new@example.com", firstName: "New", lastName: "One" };
      replies.push(await world.api("POST", firm, { body }));
      expect(replies.map(({ status }) => status)).toEqual(wanted);
    },
  };
}

function refusedFor([name, body]: readonly [string, object]): Row {
  return {
    call,
    promise: `422 for ${name}, and nothing is planned`,
    async keeps(world) {
      refused(422, await world.control("POST", "/faults", body));
      expect(list(await world.control("GET", "/faults"))).toEqual([]);
    },
  };
}

/** The statuses of `count` requests in sequence. */
async function statuses(world: World, count: number): Promise<readonly number[]> {
  const met: number[] = [];
  for (let sending = 0; sending < count; sending += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { status } = await world.api("GET", "/v1/leads");
    met.push(status);
  }
  return met;
}
