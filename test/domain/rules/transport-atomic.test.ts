import { describe, expect, it } from "vitest";

import { at } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { ids } from "../../support/world.ts";
import type { Served } from "../../world/workspace/served.ts";
import { withoutRoomForMail } from "./without-mail.ts";

describe.skipIf(isRemote)("a request whose last write fails after its first succeeded", () => {
  it("uncited http.atomic: 500 for a new Lead whose mail cannot be stored, without the Lead or an event (1.5)", async () => {
    const { sandbox, key } = await withoutRoomForMail();
    const before = await traces(sandbox);
    const body = { email: "new@example.com", firstName: "Nia", lastName: "New" };
    const path = `/firms/${ids.partnerFirm}/leads`;
    expect((await sandbox.api(key, "POST", path, body)).status).toBe(500);
    expect(await traces(sandbox)).toEqual(before);
    const silent = `${path}?disableClientOutreach=true`;
    expect((await sandbox.api(key, "POST", silent, body)).status).toBe(201);
  });

  it.each([
    { name: "a conversion", path: `/leads/${ids.activeLead}/convert`, body: undefined },
    { name: "a sign-up", path: "/sign-ups", body: { email: "ada.active@example.com" } },
  ])(
    "uncited http.atomic: 500 for $name whose alert cannot be stored, without any effect (1.5)",
    async ({ path, body }) => {
      const { sandbox } = await withoutRoomForMail();
      const before = await traces(sandbox);
      const reply = await sandbox.control("POST", `/workspaces/kept${path}`, body);
      expect(reply.status).toBe(500);
      expect(await traces(sandbox)).toEqual(before);
    },
  );
});

/** The state of a workspace, its mail and its events, except for request events. */
async function traces(sandbox: Served): Promise<unknown> {
  const expected = async (path: string): Promise<unknown> =>
    at(await sandbox.control("GET", `/workspaces/kept${path}`), "data");
  const events = await expected("/events");
  if (!Array.isArray(events)) throw new Error("The events are no list.");
  const happened = events.filter((event) => Reflect.get(Object(event), "type") !== "request");
  return { state: await expected("/state"), emails: await expected("/emails"), happened };
}
