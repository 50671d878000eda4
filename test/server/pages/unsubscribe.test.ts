import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, column, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { tellAll } from "../control/paths.ts";
import { hostile, newestMail, open, pagePath, post, request, said, submit } from "./page-visits.ts";

const owner = "olive.owner@harbour-point.example";
const quietOwner = { id: "HPowner2", email: "quinn.quiet@harbour-point.example" } as const;

/** Converts a new Lead of the partner Firm; returns the recipients of the alert. */
async function toldOfConversion(world: World): Promise<readonly unknown[]> {
  const lead = await world.createLead();
  await world.control("POST", `/leads/${lead}/convert`);
  const mails = await world.control("GET", `/emails?kind=converted&leadId=${lead}`);
  return column(mails, "to.0");
}

/** The path of the unsubscribe link in an alert to the owner. */
async function linkOfAlert(world: World): Promise<string> {
  expect(await toldOfConversion(world)).toEqual([owner]);
  return (await newestMail(world, "converted")).path;
}

/** The subscription events of the workspace. */
async function changes(world: World): Promise<readonly unknown[]> {
  const events = await world.control("GET", "/events");
  const types = column(events, "type");
  return column(events, "data").filter((_, index) => types[index] === "subscription.set");
}

/** The text of the page for a member without a subscription. */
function ended(email: string): string {
  return (
    `Notifications ${email} has no subscription to these messages. What happens next ` +
    "Harbour Point Financial no longer sends mail about converted Leads and Plans to this address. " +
    "The other members of the Firm get their messages as before. You can close this page."
  );
}

describe("GET unsubscribe", () => {
  it("200 at the link of an alert: a confirmation that names the member", async () => {
    const world = await newWorld();
    const reply = await request(world, "GET", await linkOfAlert(world));
    expect(reply.status).toBe(200);
    expect(said(reply)).toBe(
      `Notifications ${owner} is subscribed to the news of Harbour Point Financial: converted Leads, and Plans that change. Stop these messages`,
    );
  });

  it.each(["GET", "HEAD"])("changes nothing by %s, as mail scanners open links", async (method) => {
    const world = await newWorld();
    const path = await linkOfAlert(world);
    const before = await tellAll(world);
    expect((await request(world, method, path)).status).toBe(200);
    expect(await tellAll(world)).toBe(before);
    expect(await toldOfConversion(world)).toEqual([owner]);
  });

  it("200 without a button for a member without a subscription", async () => {
    const reply = await open(await newWorld(), "unsubscribe", { member: quietOwner.id });
    expect(reply.status).toBe(200);
    expect(said(reply)).toBe(ended(quietOwner.email));
    expect(reply.text).toContain("<header>Harbour Point Financial</header>");
    expect(reply.text).toContain("--accent: #0b5c6b;");
  });

  it.each([
    ...hostile.filter(({ value }) => value.length < 1_000),
    { name: "none", value: "" },
    { name: "another letter case", value: ids.partnerOwner.toLowerCase() },
    { name: "a Lead", value: ids.activeLead },
  ])("404 for a member that is $name, without echoing it", async ({ value }) => {
    const world = await newWorld();
    const asked = await open(world, "unsubscribe", { member: value });
    const sent = await submit(world, "unsubscribe", {}, { query: { member: value } });
    for (const reply of [asked, sent]) {
      expect(reply.status).toBe(404);
      expect(said(reply)).toBe(
        "Notifications There is no such member in this workspace. Follow the link in a mail of it.",
      );
    }
    expect(await changes(world)).toEqual([]);
  });
});

describe("POST unsubscribe", () => {
  it("200 and the member gets no more alerts, with one event (6)", async () => {
    const world = await newWorld();
    const path = await linkOfAlert(world);
    const first = await post(world, path, "");
    const second = await post(world, path, "");
    for (const reply of [first, second]) {
      expect(reply.status).toBe(200);
      expect(said(reply)).toBe(ended(owner));
    }
    expect(await changes(world)).toEqual([
      { firmMemberId: ids.partnerOwner, active: false, callId: expect.any(String) },
    ]);
    expect(await toldOfConversion(world)).toEqual([]);
  });

  it("200 and the other owners still get mail", async () => {
    const world = await newWorld();
    await world.control("POST", "/subscriptions", { firmMemberId: quietOwner.id });
    await submit(world, "unsubscribe", {}, { query: { member: ids.partnerOwner } });
    expect(await toldOfConversion(world)).toEqual([quietOwner.email]);
  });

  it("200 at the link of a mail about a Plan, which ends both kinds", async () => {
    const world = await newWorld({ assumptions: { "plan.change-mail": "every-change" } });
    const move = (status: string): Promise<Reply> =>
      world.control("POST", `/plans/${ids.plan}/status`, { status });
    await move("Pre-approved");
    await post(world, (await newestMail(world, "plan-updated")).path, "");
    expect(at(await move("Completed"), "data.emails")).toEqual([]);
    expect(await toldOfConversion(world)).toEqual([]);
  });

  const boundary = "xyz";
  const oneClick = [
    {
      name: "urlencoded",
      type: "application/x-www-form-urlencoded",
      body: "List-Unsubscribe=One-Click",
    },
    {
      name: "multipart",
      type: `multipart/form-data; boundary=${boundary}`,
      body: `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
    },
  ] as const;

  it.each(oneClick)(
    "200 for one-click unsubscribe at the address of the header, $name",
    async ({ type, body }) => {
      const world = await newWorld();
      await linkOfAlert(world);
      const listed = await world.control("GET", "/emails?kind=converted");
      const mail = await world.control("GET", `/emails/${text(listed, "data.0.id")}`);
      const headers = Object.fromEntries(
        Array.from({ length: Number(at(mail, "data.headers.length")) }, (_, index) => [
          text(mail, `data.headers.${index}.name`),
          text(mail, `data.headers.${index}.value`),
        ]),
      );
      expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
      const url = new URL(headers["List-Unsubscribe"]?.replace(/^<|>$/g, "") ?? "");
      const reply = await post(world, url.pathname + url.search, body, { "content-type": type });
      expect(reply.status).toBe(200);
      expect(await toldOfConversion(world)).toEqual([]);
    },
  );

  it("404 for a member of another workspace, who still gets mail", async () => {
    const world = await newWorld();
    const other = await world.server("POST", "/workspaces", {});
    const otherId = text(other, "data.id");
    await world.control("POST", "/firm-members", {
      id: "HereOnly",
      firmId: ids.partnerFirm,
      email: "here@new.example",
      firstName: "Hera",
      lastName: "Here",
      isOwner: true,
      subscription: "active",
    });
    const query = { member: "HereOnly" };
    expect((await post(world, pagePath(world, "unsubscribe", query, otherId), "")).status).toBe(
      404,
    );
    expect(await toldOfConversion(world)).toEqual([owner, "here@new.example"].toReversed());
    await world.server("DELETE", `/workspaces/${otherId}`);
  });
});
