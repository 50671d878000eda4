import { describe, expect, it } from "vitest";

import packageJson from "../../../package.json" with { type: "json" };
import { ids, newWorld } from "../../support/world.ts";
import { tellAll } from "../control/paths.ts";
import {
  converted,
  filledIn,
  hostile,
  newestMail,
  open,
  pagePath,
  request,
  said,
} from "./page-visits.ts";

const email = "maya.new@example.com";

describe("GET sign-up", () => {
  it("200 at the link of the welcome mail, prefilled with its values", async () => {
    const world = await newWorld();
    await world.createLead({ email: "O'Maya+1@example.com" });
    const reply = await request(world, "GET", (await newestMail(world, "welcome")).path);
    expect(reply.status).toBe(200);
    expect(filledIn(reply)).toEqual({
      email: "O'Maya+1@example.com",
      firstName: "Lena",
      lastName: "Lind",
      referralCode: ids.partnerCode,
    });
    expect(reply.text).toContain("this is a test environment");
  });

  it("200 with the names of the Firm's Lead, as in the mail", async () => {
    const world = await newWorld();
    await world.createLead({ email, firstName: "Maya", lastName: `O'Hara "M" <b>` });
    const agent = { surface: "realtor", key: world.keys.realtor } as const;
    await world.api("POST", `/v1/firms/${ids.realtyFirm}/leads`, {
      ...agent,
      body: { email, firstName: "Newer", lastName: "Name" },
    });
    const names = async (query: Readonly<Record<string, string>>): Promise<unknown> => {
      const { firstName, lastName } = filledIn(await open(world, "sign-up", query));
      return [firstName, lastName];
    };
    expect(await names({ email, referralCode: ids.partnerCode })).toEqual([
      "Maya",
      `O'Hara "M" <b>`,
    ]);
    expect(await names({ email, referralCode: ids.realtyCode })).toEqual(["Newer", "Name"]);
    expect(await names({ email })).toEqual(["Newer", "Name"]);
    expect(await names({ email: email.toUpperCase() })).toEqual(["Newer", "Name"]);
  });

  it("200 with the names in the link if it has some, and none for an unknown email", async () => {
    const world = await newWorld();
    await world.createLead({ email });
    const given = await open(world, "sign-up", { email, firstName: "Given", lastName: "" });
    expect(filledIn(given)).toMatchObject({ firstName: "Given", lastName: "" });
    const other = await open(world, "sign-up", { email: "other@example.com" });
    expect(filledIn(other)).toMatchObject({ firstName: "", lastName: "" });
  });

  it("200 without the names of an Archived Lead", async () => {
    const world = await newWorld();
    const lead = await world.createLead({ email });
    await world.control("POST", `/leads/${lead}/archive`);
    expect(filledIn(await open(world, "sign-up", { email }))).toMatchObject({ firstName: "" });
  });

  it.each([
    { name: "of the referral code", query: { referralCode: ids.realtyCode } },
    { name: "of the Lead", query: { email: "gwen.active@example.com" } },
  ])("200 branded with the name and the colour of the Firm $name (1.7)", async ({ query }) => {
    const reply = await open(await newWorld(), "sign-up", query);
    expect(reply.text).toContain("<header>Maple Row Realty</header>");
    expect(reply.text).toContain("--accent: #8a2b3c;");
    expect(said(reply)).toContain("Maple Row Realty has invited you.");
  });

  it("200 without branding for an unknown Firm", async () => {
    const reply = await open(await newWorld(), "sign-up");
    expect(reply.text).not.toContain("<header>");
    expect(said(reply)).not.toContain("invited");
  });

  it.each(hostile)("200 with $name in every field, as text", async ({ value }) => {
    const world = await newWorld();
    const given = { email: value, firstName: value, lastName: value, referralCode: value };
    const reply = await open(world, "sign-up", given);
    expect(reply.status).toBe(200);
    expect(filledIn(reply)).toEqual(given);
    expect(reply.text).not.toMatch(/<script|<img|autofocus x=""/);
  });

  it("200 with the replacement character for a lone surrogate", async () => {
    const world = await newWorld();
    const reply = await request(world, "GET", `${pagePath(world, "sign-up")}firstName=%ED%A0%80x`);
    expect(filledIn(reply)["firstName"]).toBe("\ufffd\ufffd\ufffdx");
  });

  it("200 with the first of a repeated parameter, and without unknown ones", async () => {
    const world = await newWorld();
    const twice = [
      ["email", "a@example.com"],
      ["email", "b@example.com"],
      ["email[]", "c"],
      ["role", "admin"],
    ] as const;
    const reply = await open(world, "sign-up", twice);
    expect(filledIn(reply)).toEqual({
      email: "a@example.com",
      firstName: "",
      lastName: "",
      referralCode: "",
    });
    expect(reply.text).not.toContain("admin");
  });

  it.each(["GET", "HEAD"])("changes nothing by %s, as mail scanners open links", async (method) => {
    const world = await newWorld();
    const lead = await world.createLead({ email });
    const { path } = await newestMail(world, "welcome");
    const before = await tellAll(world);
    expect((await request(world, method, path)).status).toBe(200);
    expect(await tellAll(world)).toBe(before);
    expect(await converted(world, lead)).toBe(false);
  });

  it("forbids scripts, loads, frames and caching", async () => {
    const { headers } = await open(await newWorld(), "sign-up");
    headers.delete("content-length");
    headers.delete("date");
    headers.delete("connection");
    headers.delete("keep-alive");
    expect(Object.fromEntries(headers)).toEqual({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cache-control": "no-store",
      "x-lead-sandbox-version": packageJson.version,
    });
  });
});
