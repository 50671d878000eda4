import { expect } from "vitest";

import { at, text } from "../../../support/reply.ts";
import { newFilledWorld, sendRaw } from "../paths.ts";
import type { Row } from "./row.ts";
import { answered, isoTime, list, namesAt, refused } from "./row.ts";

/** Every list of a workspace. */
const lists = [
  "/snapshots",
  "/api-keys",
  "/leads",
  "/emails",
  "/quotas",
  "/faults",
  "/requests",
  "/requests/wait?timeoutMs=0",
  "/events",
];

const timeNames = /(?:At|^at|^now|Time)$/;

/** Conventions of all calls. */
export const conventions: readonly Row[] = [
  {
    call: "bodies",
    promise: "are JSON, and a call with a body needs content-type: application/json",
    async keeps(world) {
      const path = `/_sandbox/workspaces/${world.id}/snapshots`;
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml"]) {
        // oxlint-disable-next-line no-await-in-loop -- one type at a time
        const reply = await sendRaw(world, "POST", path, '{"name":"plain"}', type);
        expect(text(refused(422, reply), "hint")).toContain("application/json");
      }
      expect(list(await world.control("GET", "/snapshots"))).toEqual([]);
      answered(201, await sendRaw(world, "POST", path, '{"name":"json"}', "application/json"));
    },
  },
  {
    call: "lists",
    promise: "are { data: [...], meta: { total, count, offset, limit } }",
    async keeps() {
      const { world } = await newFilledWorld();
      const replies = await Promise.all([
        ...lists.map((path) => world.control("GET", path)),
        world.server("GET", "/workspaces"),
        world.server("GET", "/rules"),
      ]);
      for (const reply of replies) {
        answered(200, reply);
        expect(namesAt(reply, "")).toEqual(["data", "meta"]);
        expect(namesAt(reply, "meta")).toEqual(["count", "limit", "offset", "total"]);
        expect(at(reply, "meta.count")).toBe(list(reply).length);
        expect(list(reply).length).toBeGreaterThan(0);
      }
    },
  },
  {
    call: "times",
    promise: "are ISO 8601 in UTC with milliseconds",
    async keeps() {
      const { world } = await newFilledWorld();
      const paths = [...lists, "/clock", "/requests.har"];
      const replies = await Promise.all(paths.map((path) => world.control("GET", path)));
      const times = replies.flatMap((reply) => timesIn(reply.json));
      expect(times.length).toBeGreaterThan(40);
      expect(times.filter((time) => !isoTime.test(time))).toEqual([]);
    },
  },
];

/** All values of time fields in a JSON document. */
function timesIn(value: unknown, name = ""): readonly string[] {
  if (typeof value === "string") return timeNames.test(name) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => timesIn(part, key));
}
