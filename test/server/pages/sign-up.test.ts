import { describe, expect, it } from "vitest";

import { at, column, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, monday, newWorld } from "../../support/world.ts";
import {
  converted,
  filledIn,
  hostile,
  newestMail,
  pagePath,
  post,
  request,
  said,
  submit,
} from "./page-visits.ts";

const email = "maya.new@example.com";
const plans = { clientData: { Plans: [{ type: "Buying" }, { type: "Renewal" }] } };

/** The newest client profile in the state of the workspace. */
async function newestProfile(world: World): Promise<unknown> {
  const state = await world.control("GET", "/state");
  const profiles = at(state, "data.clientProfiles");
  return Array.isArray(profiles) ? profiles.at(-1) : undefined;
}

describe("POST sign-up", () => {
  it("201 and the Lead converts with its Plans, visible on the page and in the partner's API (3)", async () => {
    const world = await newWorld();
    const leadId = await world.createLead({ email, ...plans });
    const { path } = await newestMail(world, "welcome");
    const form = filledIn(await request(world, "GET", path));
    const reply = await post(world, path, new URLSearchParams(form).toString());
    expect(reply.status).toBe(201);
    const lead = await world.api("GET", `/v1/leads/${leadId}?scope=withDeleted&include=Plans`);
    expect(at(lead, "data.convertedAt")).toBe(monday);
    const [first, second] = [text(lead, "data.plan_ids.0"), text(lead, "data.plan_ids.1")];
    expect([at(lead, "data.Plans.0.id"), at(lead, "data.Plans.1.id")]).toEqual([first, second]);
    expect(column(await world.api("GET", "/v1/plans"), "id")).toEqual(
      expect.arrayContaining([first, second]),
    );
    expect(said(reply)).toBe(
      `You have signed up ${email} is now registered. These plans are open for you: Buying Renewal ` +
        "What happens next Harbour Point Financial learns that you have signed up. " +
        "Work on your plans begins, and you are contacted about each step. You can close this page.",
    );
    const profile = Object(await newestProfile(world)).id;
    for (const id of [leadId, first, second, profile, ids.partnerFirm]) {
      expect(reply.text).not.toContain(id);
    }
  });

  it("201 with the submitted names, or those of the Lead where a field is empty (3)", async () => {
    const world = await newWorld();
    await world.createLead({ email, firstName: "Maya", lastName: "Moreau" });
    await submit(world, "sign-up", {
      email,
      firstName: "  Maja ",
      lastName: " ",
      referralCode: "",
    });
    expect(await newestProfile(world)).toMatchObject({ firstName: "Maja", lastName: "Moreau" });
  });

  it.each([...hostile, { name: "50 kB", value: "x".repeat(50_000) }])(
    "201 with $name as a name, stored unchanged and shown as text",
    async ({ value }) => {
      const world = await newWorld();
      await world.createLead({ email });
      const reply = await submit(world, "sign-up", { email, firstName: value });
      expect(reply.status).toBe(201);
      expect(await newestProfile(world)).toMatchObject({ email, firstName: value });
      const mails = await world.control("GET", "/emails?kind=converted");
      const mail = await world.control("GET", `/emails/${text(mails, "data.0.id")}/html`);
      expect(mail.text).toContain(email);
      expect(mail.text).not.toMatch(/<script|<img/);
    },
  );

  it("201 without a Lead of that email: a new client, and no conversion", async () => {
    const world = await newWorld();
    const reply = await submit(world, "sign-up", { email });
    expect(reply.status).toBe(201);
    expect(said(reply)).toContain(
      "No invitation was waiting for this email address, so no Firm was notified.",
    );
    expect(await newestProfile(world)).toMatchObject({ email });
    expect(at(await world.control("GET", "/emails"), "meta.total")).toBe(0);
  });

  it("201 for a Lead without Plans, whose page mentions none", async () => {
    const world = await newWorld();
    await world.createLead({ email });
    const reply = await submit(world, "sign-up", { email });
    expect(said(reply)).toContain("Harbour Point Financial learns that you have signed up.");
    expect(said(reply)).not.toContain("plan");
  });

  it("201 for a multipart form, without its files", async () => {
    const world = await newWorld();
    const lead = await world.createLead({ email });
    const body = new FormData();
    body.append("email", email);
    body.append("firstName", new File(["x"], "name.txt"));
    const sent = new Response(body);
    const bytes = new Uint8Array(await sent.arrayBuffer());
    const type = sent.headers.get("content-type") ?? "";
    const reply = await post(world, pagePath(world, "sign-up"), bytes, { "content-type": type });
    expect(reply.status).toBe(201);
    expect(await converted(world, lead)).toBe(true);
  });
});
