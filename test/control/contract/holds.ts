import { expect } from "vitest";

import { at } from "../../support/reply.ts";
import { heldBy } from "../held-faults.ts";
import { planFault } from "../planned-faults.ts";
import type { Row } from "./row.ts";
import { answered, refused } from "./row.ts";

/** Faults of kind hold. */
export const holds: readonly Row[] = [
  {
    call: "GET W/faults/{id}",
    promise: "then: { kind: hold }: the requests that it holds: requestId, method, path, since",
    async keeps(world) {
      const id = await planFault(world, { then: { kind: "hold" } });
      const sent = world.api("GET", "/v1/leads?limit=1");
      await heldBy(world, id);
      const fault = answered(200, await world.control("GET", `/faults/${id}`));
      expect(at(fault, "data.held.0")).toMatchObject({
        requestId: expect.stringMatching(/^req_/),
        method: "GET",
        path: "/v1/leads",
        since: expect.any(String),
      });
      await world.control("POST", `/faults/${id}/release`, { action: "continue" });
      answered(200, await sent);
      refused(404, await world.control("GET", "/faults/nofault1"));
    },
  },
  releasing("continue", 200),
  releasing("refuse", 503),
  releasing("answer", 200),
];

function releasing(action: string, status: number): Row {
  return {
    call: "POST W/faults/{id}/release",
    promise: `action: ${action}, for one request or for all`,
    async keeps(world) {
      const id = await planFault(world, { then: { kind: "hold" } });
      const sent = [1, 2].map(() => world.api("GET", "/v1/leads?limit=1"));
      const [requestId] = await heldBy(world, id, 2);
      const path = `/faults/${id}/release`;
      const one = await world.control("POST", path, { action, requestId });
      expect(at(answered(200, one), "data.requestIds")).toEqual([requestId]);
      answered(200, await world.control("POST", path, { action }));
      const replies = await Promise.all(sent);
      expect(replies.map((reply) => reply.status)).toEqual([status, status]);
      refused(404, await world.control("POST", path, { action, requestId }));
    },
  };
}
