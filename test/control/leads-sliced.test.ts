import { describe, expect, it } from "vitest";

import { at, text } from "../support/reply.ts";
import { watched } from "./opened.ts";
import { openedWithMany, turns, turnsOf } from "./sliced-calls.ts";

/** More Leads than one slice searches. */
const many = 5_500;
const creation = [
  "POST",
  "/v1/firms/Harb0rPt/leads",
  { body: { email: "late@example.com", firstName: "La", lastName: "Te" } },
] as const;

describe("GET leads of many", () => {
  it.each(["/leads", "/leads?offset=5000", "/leads?search=many&limit=2", "/leads?state=Active"])(
    "%s reads them in several turns, and afterwards only new ones",
    async (path) => {
      const { control, api } = await openedWithMany(many);
      const reading = control("GET", path);
      expect(await turnsOf(reading)).toBeGreaterThan(6);
      expect(at(await reading, "meta.total")).toBeGreaterThanOrEqual(many);
      expect((await api(...creation)).status).toBe(201);
      expect(await turnsOf(control("GET", path))).toBeLessThan(6);
    },
  );

  it("lets other reads in between, and delays writes", async () => {
    const { control, api } = await openedWithMany(many);
    const before = at(await control("GET", "/leads?search=@"), "meta.total");
    const reading = control("GET", "/leads?search=example");
    const isRead = watched(reading);
    await turns(3);
    const writing = api(...creation);
    const isWritten = watched(writing);
    expect((await api("GET", "/v1/leads/Many0001")).status).toBe(200);
    expect([isRead(), isWritten()]).toEqual([false, false]);
    expect(at(await reading, "meta.total")).toBe(before);
    expect((await writing).status).toBe(201);
    expect(at(await control("GET", "/leads?search=example"), "meta.total")).toBe(
      Number(before) + 1,
    );
  });

  it("404 when the workspace is closed meanwhile", async () => {
    const { control, sandbox } = await openedWithMany(many);
    const reading = control("GET", "/leads?search=many");
    await turns(3);
    sandbox.close();
    const reply = await reading;
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toBe("The workspace default has been dropped.");
  });
});
