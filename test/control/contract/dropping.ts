import { expect } from "vitest";

import { at, text } from "../../support/reply.ts";
import type { Row } from "./row.ts";
import { answered, refused } from "./row.ts";

/** The removal of workspaces, now or later. */
export const dropping: readonly Row[] = [
  {
    call: "PATCH /_sandbox/workspaces/{id}",
    promise: "ttlSeconds counts real time without use from now on; label replaces or removes one",
    async keeps(world) {
      const body = { now: "2026-03-02T09:00:00Z", ttlSeconds: 60, label: "first" };
      const id = text(await world.server("POST", "/workspaces", body), "data.id");
      const change = (to: unknown) => world.server("PATCH", `/workspaces/${id}`, to);
      const changed = answered(200, await change({ label: "a\u0000second", ttlSeconds: 3600 }));
      expect(text(changed, "data.label")).toBe("asecond");
      // Its clock would have ended it before.
      await world.server("POST", `/workspaces/${id}/clock/advance`, { by: "PT2H" });
      answered(200, await world.server("GET", `/workspaces/${id}`));
      expect(at(answered(200, await change({ label: null })), "data.label")).toBeNull();
      refused(422, await change({ ttlSeconds: 0 }), /ttlSeconds/);
      refused(422, await change({ fixture: "empty" }), /fixture/);
      const standing = await world.server("PATCH", "/workspaces/default", { ttlSeconds: 60 });
      refused(409, standing, /default/);
      answered(200, await world.server("DELETE", `/workspaces/${id}`));
    },
  },
  {
    call: "POST /_sandbox/workspaces",
    promise: "idleSeconds: only real time without use ends it, so a test may move its clock",
    async keeps(world) {
      const made = answered(201, await world.server("POST", "/workspaces", { idleSeconds: 60 }));
      const id = text(made, "data.id");
      answered(200, await world.server("POST", `/workspaces/${id}/clock/advance`, { by: "P2D" }));
      answered(200, await world.server("DELETE", `/workspaces/${id}`));
      const both = { idleSeconds: 60, ttlSeconds: 60 };
      refused(422, await world.server("POST", "/workspaces", both), /idleSeconds/);
      refused(422, await world.server("POST", "/workspaces", { idleSeconds: 0 }), /idleSeconds/);
    },
  },
  {
    call: "DELETE /_sandbox/workspaces/{id}",
    promise: "drops it with its keys, and leaves others unchanged",
    async keeps(world) {
      const made = await world.server("POST", "/workspaces", {});
      const [id, key] = [text(made, "data.id"), text(made, "data.firms.0.apiKeys.0.key")];
      answered(200, await world.api("GET", "/v1/leads", { key }));
      answered(200, await world.server("DELETE", `/workspaces/${id}`));
      refused(404, await world.server("GET", `/workspaces/${id}`));
      refused(404, await world.server("DELETE", `/workspaces/${id}`));
      answered(401, await world.api("GET", "/v1/leads", { key }));
      answered(200, await world.api("GET", "/v1/leads"));
      refused(409, await world.server("DELETE", "/workspaces/default"), /default/);
    },
  },
  {
    call: "DELETE /_sandbox/workspaces/{id}",
    promise: "afterSeconds: keeps it until nothing used it for that long in real time",
    async keeps(world) {
      const made = await world.server("POST", "/workspaces", {});
      const [id, key] = [text(made, "data.id"), text(made, "data.firms.0.apiKeys.0.key")];
      answered(200, await world.server("DELETE", `/workspaces/${id}?afterSeconds=86400`));
      answered(200, await world.api("GET", "/v1/leads", { key }));
      refused(422, await world.server("DELETE", `/workspaces/${id}?afterSeconds=86401`));
      answered(200, await world.server("DELETE", `/workspaces/${id}`));
      refused(404, await world.server("GET", `/workspaces/${id}`));
    },
  },
];
