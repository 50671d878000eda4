import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { ids, newWorld } from "../../support/world.ts";
import { tellAll } from "../control/paths.ts";
import { converted, filledIn, pagePath, post, request, said, submit } from "./page-visits.ts";

const email = "maya.new@example.com";

/** The status and kind of an answer, and the text of its page. */
function shown(reply: Reply): string {
  return `${reply.status} ${reply.headers.get("content-type")} ${said(reply)}`;
}

describe("POST sign-up, rejected", () => {
  it("409 for the email of a client, with the form as submitted", async () => {
    const world = await newWorld();
    const form = {
      email: "carla.converted@example.com",
      firstName: `Carla "C"`,
      lastName: "<Conti>",
      referralCode: ids.partnerCode,
    };
    const before = await tellAll(world);
    const reply = await submit(world, "sign-up", form);
    expect(shown(reply)).toMatch(/^409 text\/html; charset=utf-8 /);
    expect(shown(reply)).toContain(
      `${form.email} has already signed up, so there is nothing left to do here.`,
    );
    expect(shown(reply)).not.toMatch(/POST|leads|ClientHP/);
    expect(filledIn(reply)).toEqual(form);
    expect(await tellAll(world)).toBe(before);
  });

  it("422 for an unknown referral code, with the form as submitted, and nothing is changed", async () => {
    const world = await newWorld();
    await world.createLead({ email });
    const form = { email, firstName: "Maya", lastName: "", referralCode: `"<i>` };
    const before = await tellAll(world);
    const reply = await submit(world, "sign-up", form);
    expect(shown(reply)).toMatch(/^422 text\/html; charset=utf-8 /);
    expect(shown(reply)).toContain(
      String.raw`There is no referral code "\"<i>". Use a referral code of a Firm, or omit it.`,
    );
    expect(filledIn(reply)).toEqual(form);
    expect(reply.text).not.toContain("<i>");
    expect(await tellAll(world)).toBe(before);
  });

  it.each([
    { name: "no field at all", form: {} },
    { name: "an empty email", form: { email: "" } },
    { name: "no email", form: { email: "maya" } },
    { name: "two emails in one", form: { email: "a@example.com, b@example.com" } },
    { name: "a header in the email", form: { email: "a@example.com\r\nBcc: b@example.com" } },
    { name: "a script in the email", form: { email: "<script>alert(1)</script>@example.com" } },
    { name: "a NUL in the email", form: { email: "a\u0000@example.com" } },
    { name: "an email as a list", form: { "email[]": email } },
    { name: "an email of 20 kB", form: { email: `${"a@b.".repeat(5_000)}example` } },
  ])("422 for $name, and nothing is changed", async ({ form }) => {
    const world = await newWorld();
    await world.createLead({ email });
    const before = await tellAll(world);
    const reply = await submit(world, "sign-up", form);
    expect(shown(reply)).toMatch(/^422 text\/html; charset=utf-8 /);
    expect(shown(reply)).toContain("Enter an email address.");
    expect(reply.text).not.toContain("<script>");
    expect(await tellAll(world)).toBe(before);
  });

  it.each(["email", "firstName", "lastName", "referralCode"])(
    "422 for a repeated field %s, which is ambiguous",
    async (name) => {
      const world = await newWorld();
      const lead = await world.createLead({ email });
      const reply = await submit(world, "sign-up", [
        ["email", email],
        [name, ""],
        [name, email],
      ]);
      expect(shown(reply)).toMatch(/^422 text\/html; charset=utf-8 /);
      expect(shown(reply)).toContain(`Send the field ${name} once.`);
      expect(await converted(world, lead)).toBe(false);
    },
  );

  it.each([
    { type: "application/json", body: JSON.stringify({ email }) },
    { type: "text/plain", body: `email=${email}` },
    { type: "application/x-www-form-urlencoded-not", body: `email=${email}` },
    { type: "", body: `email=${email}` },
  ])("415 for '$type', with the accepted types", async ({ type, body }) => {
    const world = await newWorld();
    const lead = await world.createLead({ email });
    const path = pagePath(world, "sign-up");
    const reply = await post(world, path, body, { "content-type": type });
    expect(shown(reply)).toMatch(/^415 text\/html; charset=utf-8 /);
    expect(shown(reply)).toContain("application/x-www-form-urlencoded or multipart/form-data");
    expect(await converted(world, lead)).toBe(false);
  });

  it.each(["multipart/form-data", "multipart/form-data; boundary=x"])(
    "400 for '%s' with a body of another type",
    async (type) => {
      const world = await newWorld();
      const reply = await post(world, pagePath(world, "sign-up"), `email=${email}`, {
        "content-type": type,
      });
      expect(shown(reply)).toMatch(/^400 text\/html; charset=utf-8 /);
      expect(shown(reply)).toContain("The form cannot be read");
    },
  );

  it("413 for a form of 100 kB, and nothing is changed", async () => {
    const world = await newWorld();
    const before = await tellAll(world);
    const reply = await submit(world, "sign-up", { email, firstName: "x".repeat(100_000) });
    expect(shown(reply)).toMatch(/^413 text\/html; charset=utf-8 /);
    expect(shown(reply)).toContain("Send at most 64 kB.");
    expect(await tellAll(world)).toBe(before);
  });

  it.each(["GET", "POST"])("404 for %s in an unknown workspace", async (method) => {
    const world = await newWorld();
    const path = pagePath(world, "sign-up", {}, "no-such");
    const reply =
      method === "GET"
        ? await request(world, method, path)
        : await post(world, path, `email=${email}`);
    expect(shown(reply)).toMatch(/^404 text\/html; charset=utf-8 /);
    expect(shown(reply)).toContain("There is no such workspace");
  });

  it.each(["PUT", "PATCH", "DELETE"])(
    "404 for %s, a method that no page supports",
    async (method) => {
      const world = await newWorld();
      expect((await request(world, method, pagePath(world, "sign-up"))).status).toBe(404);
    },
  );
});
