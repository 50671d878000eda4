import { describe, expect, it } from "vitest";

import { permissions } from "../../../src/domain/model/api-key.ts";
import type { Reply } from "../../support/reply.ts";
import { assumedRulesOf, rulesOf, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";

// The gates of every operation, in test/conformance, cover the other resources.
const foreignRecords = [
  { method: "GET", path: "/v1/leads/", id: ids.foreignLead },
  { method: "GET", path: "/v1/plans/", id: ids.privatePlan },
  { method: "PATCH", path: "/v1/leads/", id: ids.foreignLead, body: { firstName: "Mine" } },
];

/** Its key may read ClientProfiles by id. */
const foreignClient = {
  method: "GET",
  path: "/v1/clientProfiles/",
  id: ids.foreignClient,
  body: undefined,
};

const foreignParents = [
  { method: "GET", before: "/v1/firms/", id: ids.realtyFirm },
  { method: "POST", before: "/v1/firms/", id: ids.realtyFirm, body: {} },
  { method: "GET", before: "/v1/firmMembers/", id: ids.realtyAgent },
  { method: "POST", before: "/v1/firmMembers/", id: ids.realtyAgent, body: {} },
];

describe("a record of another Firm", () => {
  it.each(foreignRecords)(
    "auth.foreign-record: 404 on $method $path$id, byte for byte as for a missing record (7)",
    async ({ method, path, id, body }) => {
      const world = await newWorld();
      const foreign = await world.api(method, path + id, { body });
      const absent = await world.api(method, `${path}NoSuchId`, { body });
      expectStatus(foreign, 404);
      expect(comparable(foreign)).toEqual(comparable(absent));
      expect(rulesOf(foreign)).toContain("auth.foreign-record");
      expect(assumedRulesOf(foreign)).not.toContain("auth.foreign-record");
    },
  );

  it.each([...foreignRecords, foreignClient])(
    "auth.foreign-record [403]: 403 on $method $path of $id, and 404 for a missing record (7)",
    async ({ method, path, id, body }) => {
      const world = await newWorld({ assumptions: { "auth.foreign-record": "403" } });
      const key = await keyWithEveryPermission(world);
      const foreign = await world.api(method, path + id, { body, key });
      const absent = await world.api(method, `${path}NoSuchId`, { body, key });
      expect([foreign.status, absent.status]).toEqual([403, 404]);
      expect(foreign.json).toEqual({ message: "Forbidden" });
      expect(assumedRulesOf(foreign)).toContain("auth.foreign-record");
      expect(assumedRulesOf(absent)).not.toContain("auth.foreign-record");
    },
  );

  it.each(foreignParents)(
    "auth.foreign-record: 404 on $method $before$id/leads, byte for byte as for a missing parent (7)",
    async ({ method, before, id, body }) => {
      const world = await newWorld();
      const foreign = await world.api(method, `${before}${id}/leads`, { body });
      const absent = await world.api(method, `${before}NoSuchId/leads`, { body });
      expectStatus(foreign, 404);
      expect(comparable(foreign)).toEqual(comparable(absent));
      expect(assumedRulesOf(foreign)).toContain("auth.foreign-record");
    },
  );

  it.each(foreignParents)(
    "auth.foreign-record [403]: 403 on $method $before$id/leads, and 404 for a missing parent (7)",
    async ({ method, before, id, body }) => {
      const world = await newWorld({ assumptions: { "auth.foreign-record": "403" } });
      const foreign = await world.api(method, `${before}${id}/leads`, { body });
      const absent = await world.api(method, `${before}NoSuchId/leads`, { body });
      expect([foreign.status, absent.status]).toEqual([403, 404]);
      expect(assumedRulesOf(foreign)).toContain("auth.foreign-record");
    },
  );
});

/** A key of the partner Firm that may also read client profiles. */
async function keyWithEveryPermission(world: World): Promise<string> {
  const key = { firmId: ids.partnerFirm, roleType: "Partner", environment: "sandbox" };
  const issued = await world.control("POST", "/api-keys", { ...key, permissions });
  return text(issued, "data.key");
}

/**
 * Everything in a response that a client sees, except for values that change with every request.
 */
function comparable({ status, text: body, headers }: Reply): unknown {
  const kept = [...headers].filter(([name]) => !["x-sandbox-request-id", "date"].includes(name));
  return { status, body, headers: kept };
}
