import { expect } from "vitest";

import { ids, monday } from "../../../support/world.ts";
import type { Row } from "./row.ts";
import { rejected } from "./row.ts";

/**
 * The world as a whole: reset, state and snapshots; `test/server/control/workspaces/reset.test.ts`, `state*.test.ts` and
 * `snapshots*.test.ts` test what they keep and what they refuse.
 */
export const theWorld: readonly Row[] = [
  {
    call: "POST W/reset",
    method: "reset",
    promise: "back to the fixture, or to another: { fixture? }",
    async keeps({ workspace, createLead }) {
      const lead = await createLead();
      expect((await workspace.reset()).fixture).toBe("default");
      await rejected(404, workspace.leads.get(lead));
      expect((await workspace.reset({ fixture: "empty" })).fixture).toBe("empty");
      expect((await workspace.leads.list()).data).toEqual([]);
    },
  },
  {
    call: "GET W/state",
    method: "state.get",
    promise: "the world as one JSON document in the fixture format",
    async keeps({ workspace }) {
      const { firms, leads } = await workspace.state.get();
      expect(firms.map(({ id }) => id)).toEqual([ids.partnerFirm, ids.realtyFirm]);
      expect(leads).toHaveLength(8);
    },
  },
  {
    call: "PUT W/state",
    method: "state.put",
    promise: "replaces it: restores what GET returned, records and keys, or a part of it",
    async keeps({ workspace, createLead, api }) {
      const world = await workspace.state.get();
      await createLead();
      await workspace.state.put(world);
      expect(await workspace.state.get()).toEqual(world);
      const { firms, apiKeys } = world;
      await workspace.state.put({ firms, apiKeys });
      expect((await workspace.leads.list()).data).toEqual([]);
      expect((await api("GET", "/v1/leads")).status).toBe(200);
    },
  },
  {
    call: "POST W/snapshots",
    method: "snapshots.take",
    promise: "{ name }: kept under that name, 409 when it is taken",
    async keeps({ workspace }) {
      const taken = await workspace.snapshots.take("one");
      expect(taken).toEqual({ name: "one", bytes: expect.any(Number) });
      await rejected(409, workspace.snapshots.take("one"), /one/);
    },
  },
  {
    call: "GET W/snapshots",
    method: "snapshots.list",
    promise: "the snapshots of this workspace and no other, by name",
    async keeps({ workspace, client }) {
      await workspace.snapshots.take("b");
      await workspace.snapshots.take("a");
      expect((await workspace.snapshots.list()).data.map(({ name }) => name)).toEqual(["a", "b"]);
      const others = (await client.snapshots.list()).data;
      expect(others.map(({ name }) => name)).not.toContain("a");
    },
  },
  {
    call: "POST W/snapshots/{name}/restore",
    method: "snapshots.restore",
    promise: "the world as it was, its clock too",
    async keeps({ workspace, createLead }) {
      await workspace.snapshots.take("before");
      const before = await workspace.state.get();
      await createLead();
      await workspace.clock.advance("PT1H");
      const { clock } = await workspace.snapshots.restore("before");
      expect(clock.now).toBe(monday);
      expect(await workspace.state.get()).toEqual(before);
    },
  },
  {
    call: "GET W/snapshots/{name}/download",
    method: "snapshots.download",
    promise: "the SQLite file, every byte",
    async keeps({ workspace }) {
      const { bytes } = await workspace.snapshots.take("file");
      const file = await workspace.snapshots.download("file");
      expect(new TextDecoder().decode(file.subarray(0, 15))).toBe("SQLite format 3");
      expect(file).toHaveLength(bytes);
    },
  },
  {
    call: "GET W/snapshots/{name}/state",
    method: "snapshots.state",
    promise: "the world that it holds, in the fixture format, with nothing restored",
    async keeps({ workspace, createLead }) {
      await workspace.assumptions.choose("lead.delete", "204");
      const then = await workspace.state.get();
      await workspace.snapshots.take("then");
      await createLead();
      await workspace.assumptions.choose("lead.delete", "200");
      const now = await workspace.state.get();
      expect(now).not.toEqual(then);
      expect(await workspace.snapshots.state("then")).toEqual(then);
      expect(await workspace.state.get()).toEqual(now);
      await rejected(404, workspace.snapshots.state("none"), /none/);
    },
  },
  {
    call: "DELETE W/snapshots/{name}",
    method: "snapshots.remove",
    promise: "forgets it",
    async keeps({ workspace }) {
      await workspace.snapshots.take("gone");
      expect(await workspace.snapshots.remove("gone")).toEqual({ name: "gone" });
      expect((await workspace.snapshots.list()).data).toEqual([]);
    },
  },
];
