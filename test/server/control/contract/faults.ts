import { expect, vi } from "vitest";

import { ids } from "../../../support/world.ts";
import type { Row } from "./row.ts";
import { rejected } from "./row.ts";

const busy = { status: 503 };

/** Planned faults; the tests in `test/server/control/faults` show what they match and what they do. */
export const faults: readonly Row[] = [
  {
    call: "GET W/faults",
    method: "faults.list",
    promise: "planned faults, in the order of matching, with their hits",
    async keeps({ workspace, api }) {
      const planned = { match: { path: "/leads" }, then: { ...busy, message: "Busy" }, times: 2 };
      await workspace.faults.plan(planned);
      await workspace.faults.plan({ then: { status: 500 } });
      await api("GET", "/v1/leads");
      expect((await workspace.faults.list()).data).toMatchObject([
        { ...planned, probability: 1, expiresAt: null, hits: 1, met: 1 },
        { match: {}, then: { status: 500 }, times: null, hits: 0, met: 0 },
      ]);
    },
  },
  {
    call: "POST W/faults",
    method: "faults.plan",
    promise: "then: { status, message }: that answer in the envelope, and nothing is executed",
    async keeps({ workspace, api }) {
      const match = { method: "POST" };
      const then = { status: 503, message: "Down for repairs" };
      const planned = await workspace.faults.plan({ match, then });
      expect(planned).toMatchObject({ match, state: "active", hits: 0 });
      const body = { email: "never@example.com", firstName: "Nev", lastName: "Er" };
      const reply = await api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { body });
      expect([reply.status, reply.json]).toEqual([503, { message: "Down for repairs" }]);
      const { data } = await workspace.leads.list();
      expect(data.map(({ email }) => email)).not.toContain(body.email);
    },
  },
  {
    call: "DELETE W/faults/{id}",
    method: "faults.remove",
    promise: "deletes that one and no other",
    async keeps({ workspace, api }) {
      const { id } = await workspace.faults.plan({ then: busy });
      const kept = await workspace.faults.plan({ then: { status: 500 } });
      expect(await workspace.faults.remove(id)).toEqual({ id });
      expect((await workspace.faults.list()).data).toEqual([kept]);
      expect((await api("GET", "/v1/leads")).status).toBe(500);
      await rejected(404, workspace.faults.remove(id));
    },
  },
  {
    call: "DELETE W/faults",
    method: "faults.clear",
    promise: "deletes all, and says how many",
    async keeps({ workspace, api }) {
      await workspace.faults.plan({ then: busy });
      await workspace.faults.plan({ then: { kind: "hang" } });
      expect(await workspace.faults.clear()).toEqual({ removed: 2 });
      expect((await workspace.faults.list()).data).toEqual([]);
      expect((await api("GET", "/v1/leads")).status).toBe(200);
    },
  },
  {
    call: "GET W/faults/{id}",
    method: "faults.get",
    promise: "the fault; one of kind hold with the requests that it holds",
    async keeps({ workspace }) {
      const { id } = await workspace.faults.plan({ then: { kind: "hold" } });
      expect(await workspace.faults.get(id)).toMatchObject({ id, state: "active", held: [] });
      await rejected(404, workspace.faults.get("nofault1"));
    },
  },
  {
    call: "POST W/faults/{id}/release",
    method: "faults.release",
    promise: "action: answer: a held request gets that answer",
    async keeps({ workspace, api }) {
      const { id } = await workspace.faults.plan({ then: { kind: "hold" } });
      const sent = api("GET", "/v1/leads");
      const requestId = await vi.waitFor(async () => {
        const { held: [one] = [] } = await workspace.faults.get(id);
        return one?.requestId ?? expect.fail("held by now");
      }, 10_000);
      const release = { requestId, action: "answer", status: 202, body: { by: "hand" } } as const;
      expect((await workspace.faults.release(id, release)).requestIds).toEqual([requestId]);
      const { status, json } = await sent;
      expect([status, json]).toEqual([202, { by: "hand" }]);
      await rejected(404, workspace.faults.release(id, release));
    },
  },
];
