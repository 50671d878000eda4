import { readFileSync } from "node:fs";

import { describe, expect, it, onTestFinished } from "vitest";

import { at, column, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { newWorld } from "../../support/world.ts";
import { newMailbox } from "./mailbox.ts";
import { readBack, type ToldMail } from "./read-back.ts";

const logo = `data:image/png;base64,${readFileSync("test/world/mail/logo.png", "base64")}`;

/** A workspace whose Firm has that name and branding, with one converted and pre-approved Lead. */
async function referral(firm: Readonly<Record<string, unknown>>): Promise<World> {
  const world = await newWorld({ assumptions: { "plan.change-mail": "every-change" } });
  const state = Object(at(await world.control("GET", "/state"), "data"));
  const firms = state.firms.map((one: object) => ({ ...one, ...firm, id: Reflect.get(one, "id") }));
  const replaced = await world.control("PUT", "/state", { ...state, firms });
  expect(`${replaced.status} ${replaced.text}`).toMatch(/^200 /);
  const lead = await world.createLead({
    email: "zoe+lead@client.example",
    firstName: "Zoë 🏡",
    lastName: `O'Brien "עברית"`,
    clientData: { Plans: [{ type: "Buying" }] },
  });
  const converted = await world.control("POST", `/leads/${lead}/convert`);
  const plan = text(converted, "data.plans.0.id");
  const moved = { status: "Pre-approved", amount: 400_000 };
  const expected = await world.control("POST", `/plans/${plan}/status`, moved);
  expect(`${expected.status} ${expected.text}`).toMatch(/^200 /);
  return world;
}

/** A message from `GET W/emails/{id}`, in the parts that a mail client also reads. */
function toldBy(shown: Readonly<Record<string, unknown>>): ToldMail {
  const { from, to, subject, at: date, headers, text: plain, html } = Object(shown);
  return {
    from,
    to,
    subject,
    date: `${date.slice(0, 19)}.000Z`,
    headers,
    text: plain.trimEnd(),
    html: html.trimEnd(),
  };
}

function wayOut(headers: ToldMail["headers"]): readonly string[] {
  const found = headers.filter(({ name }) => name.startsWith("List-"));
  return found.map(({ name, value }) => `${name}: ${value}`);
}

describe("GET emails/{id}", () => {
  it.each([
    { title: "a logo and a colour", firm: { name: "Érable & 楓", colour: "#8a2b3c", logo } },
    { title: "only a colour", firm: { name: "Harbour Point", colour: "#fc0", logo: null } },
    {
      title: "neither logo nor colour",
      firm: { name: `"Q", <x@y.example>`, colour: null, logo: null },
    },
  ])(
    "returns what a mail client reads from GET emails/{id}/raw after SMTP, for a Firm with $title (6)",
    async ({ firm }) => {
      const world = await referral(firm);
      const mailbox = await newMailbox();
      onTestFinished(mailbox.close);
      const list = await world.control("GET", "/emails");
      expect(column(list, "kind")).toEqual(["plan-updated", "converted", "welcome"]);
      for (const id of column(list, "id")) {
        // oxlint-disable no-await-in-loop -- one conversation, one message after the other
        const shown = Object(at(await world.control("GET", `/emails/${String(id)}`), "data"));
        const { text: source } = await world.control("GET", `/emails/${String(id)}/raw`);
        const envelope = { from: "no-reply@lead-sandbox.example", to: shown.to };
        const arrival = await mailbox.deliver(Buffer.from(source), envelope);
        // oxlint-enable no-await-in-loop
        const expected = toldBy(shown);
        const names = expected.headers.map(({ name }) => name);
        expect(readBack(arrival, names)).toEqual(expected);
        expect(expected.from).toContain(" via Lead Sandbox");
        expect(arrival.mail.attachments).toHaveLength(firm.logo === null ? 0 : 1);
      }
    },
  );

  it("has List-Unsubscribe on alerts only, with the link that the mail shows (6)", async () => {
    const world = await referral({});
    const list = await world.control("GET", "/emails");
    const found = await Promise.all(
      column(list, "id").map(async (id) => {
        const shown = Object(at(await world.control("GET", `/emails/${String(id)}`), "data"));
        const { kind, links, headers, html } = shown;
        const [link = ""] = links;
        return {
          kind,
          ways: wayOut(headers),
          isLinked: html.replaceAll("&amp;", "&").includes(`href="${link}"`),
          link,
        };
      }),
    );
    const oneClick = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";
    const [planUpdated, converted, welcome] = found;
    expect(planUpdated?.ways).toEqual([`List-Unsubscribe: <${planUpdated?.link}>`, oneClick]);
    expect(converted?.ways).toEqual([`List-Unsubscribe: <${converted?.link}>`, oneClick]);
    expect(welcome?.ways).toEqual([]);
    expect(found.map(({ isLinked }) => isLinked)).toEqual([true, true, true]);
  });

  it("has a Message-ID that differs from those of other workspaces of the same seed (6)", async () => {
    const worlds = [
      await newWorld({ id: "one-a", seed: 7 }),
      await newWorld({ id: "one-b", seed: 7 }),
    ];
    const seen = await Promise.all(
      worlds.map(async (world) => {
        await world.createLead();
        const id = text(await world.control("GET", "/emails"), "data.0.id");
        const reply = await world.control("GET", `/emails/${id}`);
        return { id, headers: at(reply, "data.headers") };
      }),
    );
    expect(seen[0]?.id).toBe(seen[1]?.id);
    for (const [index, workspace] of ["one-a", "one-b"].entries()) {
      const value = `<${seen[index]?.id}.${workspace}@lead-sandbox.example>`;
      expect(seen[index]?.headers).toContainEqual({ name: "Message-ID", value });
      expect(seen[index]?.headers).toContainEqual({ name: "X-Tags", value: workspace });
    }
  });
});
