import { describe, expect, it } from "vitest";

import { eventTypes } from "../../../../src/world/workspace/logs/events.ts";
import { at, column } from "../../../support/reply.ts";
import { newWorld } from "../../../support/world.ts";
import { outcomes } from "../requests/outcomes.ts";
import { fullHistory } from "./full-history.ts";

const inAll = fullHistory.flatMap(({ expected }) => expected);

describe("GET events after a long history", () => {
  it("200 with the events of each step in order, each at its own time", async () => {
    const world = await newWorld();
    for (const { name, run, expected } of fullHistory) {
      // oxlint-disable-next-line no-await-in-loop -- each step depends on the previous one
      const done = await run(world);
      expect(`${name}: ${done.status}`).toMatch(/: (?:20[01]|503)$/);
      // oxlint-disable-next-line no-await-in-loop -- sequential, as above
      const events = column(await world.control("GET", "/events"), "type").slice(-expected.length);
      expect({ name, events }).toEqual({ name, events: expected.map(([type]) => type) });
    }
    const list = await world.control("GET", "/events");
    expect(at(list, "data")).toEqual(
      inAll.map(([type, data], index) => ({
        cursor: index + 1,
        at: expect.any(String),
        type,
        data: expect.objectContaining(data),
      })),
    );
    const moments = column(list, "at").map(String);
    expect(moments).toEqual(moments.toSorted());
    const due = column(list, "type").flatMap((type, index) =>
      /^(?:fault\.started|fault\.expired|key\.expired|clock\.moved)$/.test(String(type))
        ? [moments[index]?.slice(11, 16)]
        : [],
    );
    expect(due).toEqual(["09:30", "09:45", "10:00", "11:00"]);
  });

  it("200 with every type of event, except for those of a mail server and of a restored log", () => {
    const types = eventTypes.filter(
      (type) => !type.startsWith("mail.relay") && type !== "snapshot.restored",
    );
    expect(new Set(inAll.map(([type]) => type))).toEqual(new Set(types));
  });
});

describe("a rejected request", () => {
  it.each(outcomes.filter(({ status }) => status >= 400 && status !== 503))(
    "http.atomic: adds only its own event: $name (1.5)",
    async ({ method, path, call, before, status }) => {
      const world = await newWorld();
      await before?.(world);
      const { length } = column(await world.control("GET", "/events"), "type");
      await world.api(method, path, call);
      const events = await world.control("GET", `/events?after=${length}`);
      expect(column(events, "type")).toEqual(["request"]);
      expect(at(events, "data.0.data.status")).toBe(status);
    },
  );
});
