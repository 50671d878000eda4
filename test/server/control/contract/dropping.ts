import { expect } from "vitest";

import { text } from "../../../support/reply.ts";
import { monday } from "../../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, refused, rejected } from "./row.ts";

/** The removal of workspaces, now or later. */
export const dropping: readonly Row[] = [
  {
    call: "PATCH /_sandbox/workspaces/{id}",
    method: "workspaces.change",
    promise: "ttlSeconds counts real time without use from now on; label replaces or removes one",
    async keeps({ client }) {
      const { id } = await client.workspaces.create({
        now: monday,
        ttlSeconds: 60,
        label: "first",
      });
      const change = (to: Parameters<typeof client.workspaces.change>[1]) =>
        client.workspaces.change(id, to);
      const changed = await change({ label: "a\u0000second", owner: "team", ttlSeconds: 3600 });
      expect(changed).toMatchObject({ id, label: "asecond", owner: "team" });
      // Its clock would have ended it before.
      await client.workspace(id).clock.advance("PT2H");
      expect((await client.workspaces.get(id)).id).toBe(id);
      expect((await change({ label: null })).label).toBeNull();
      await rejected(422, change({ ttlSeconds: 0 }), /ttlSeconds/);
      await rejected(409, client.workspaces.change("default", { ttlSeconds: 60 }), /default/);
      await client.workspaces.drop(id);
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
    method: "workspaces.drop",
    promise:
      "drops it with its keys, at once or after a time without use, and leaves others unchanged",
    async keeps({ client, workspace, id, api }) {
      const other = await client.workspaces.create();
      expect(await client.workspaces.drop(id, { afterSeconds: 86_400 })).toEqual({ id });
      expect((await api("GET", "/v1/leads")).status).toBe(200);
      await rejected(422, client.workspaces.drop(id, { afterSeconds: 86_401 }));
      expect(await client.workspaces.drop(id)).toEqual({ id });
      expect((await api("GET", "/v1/leads")).status).toBe(401);
      await rejected(404, workspace.clock.get());
      await rejected(404, client.workspaces.drop(id));
      expect((await client.workspace(other.id).leads.list()).meta.total).toBe(8);
      await rejected(409, client.workspaces.drop("default"), /default/);
    },
  },
];
