import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";

/** FirmMembers of the partner Firm with an active subscription. */
const recipients = {
  subscribedOwner: "olive.owner@harbour-point.example",
  subscribedMember: "mika.member@harbour-point.example",
} as const;

const person = { email: "pia@example.com", firstName: "Pia", lastName: "Poe" };

describe("the recipients of a conversion's mail", () => {
  it("mail.converted [lead-owner]: goes to the FirmMember whose Lead converted, not to the Firm's owners (6)", async () => {
    const world = await newWorld({ assumptions: { "mail.converted": "lead-owner" } });
    const converted = await world.control("POST", `/leads/${ids.memberLead}/convert`);
    expect(recipientsOf(converted)).toEqual([recipients.subscribedMember]);
  });

  it("mail.converted [lead-owner]: goes to the Firm's owners for a Lead of the Firm (6)", async () => {
    const world = await newWorld({ assumptions: { "mail.converted": "lead-owner" } });
    const converted = await world.control("POST", `/leads/${ids.activeLead}/convert`);
    expect(recipientsOf(converted)).toEqual([recipients.subscribedOwner]);
  });

  it("uncited mail.converted [lead-owner]: sends nothing to a FirmMember without an active subscription (6)", async () => {
    const world = await newWorld({ assumptions: { "mail.converted": "lead-owner" } });
    const subscription = { firmMemberId: ids.partnerMember, active: false };
    await world.control("POST", "/subscriptions", subscription);
    const converted = await world.control("POST", `/leads/${ids.memberLead}/convert`);
    expect(recipientsOf(converted)).toEqual([]);
  });

  it("mail.converted [both]: goes to the Firm's owners and to the FirmMember (6)", async () => {
    const world = await newWorld({ assumptions: { "mail.converted": "both" } });
    const converted = await world.control("POST", `/leads/${ids.memberLead}/convert`);
    expect(recipientsOf(converted)).toEqual([
      recipients.subscribedOwner,
      recipients.subscribedMember,
    ]);
  });

  it("mail.converted [both]: goes once to an owner whose own Lead converted (6)", async () => {
    const world = await newWorld({ assumptions: { "mail.converted": "both" } });
    const made = await world.api("POST", `/v1/firmMembers/${ids.partnerOwner}/leads`, {
      body: person,
    });
    const converted = await world.control("POST", `/leads/${text(made, "data.id")}/convert`);
    expect(recipientsOf(converted)).toEqual([recipients.subscribedOwner]);
  });
});

describe("the mail about a later Lead of a client", () => {
  it("mail.converted: says that the client signed up if they just did (6)", async () => {
    const { world } = await withClient();
    const mails = await world.control("GET", "/emails?kind=converted");
    expect(text(mails, "data.0.subject")).toBe("Pia Poe signed up");
  });

  it("mail.converted: does not say that an existing client signed up (6)", async () => {
    const { world } = await withClient();
    const later = await post(world);
    const converted = await world.control("POST", `/leads/${text(later, "data.id")}/convert`);
    expect(text(converted, "data.emails.0.subject")).toContain("Pia Poe");
    const id = text(converted, "data.emails.0.id");
    const mail = await world.control("GET", `/emails/${id}`);
    for (const path of ["data.subject", "data.text", "data.html"]) {
      expect(text(mail, path)).not.toMatch(/sign(?:ed|s)?[ -]*up/i);
    }
    expect(text(mail, "data.text")).toContain("Pia Poe is already a client");
  });
});

function post(world: World): Promise<Reply> {
  return world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { body: person });
}

/** A world with a client who signed up from the only Lead with that email. */
async function withClient(): Promise<{ readonly world: World }> {
  const world = await newWorld({ assumptions: { "lead.unique.deleted": "freed" } });
  await post(world);
  await world.control("POST", "/sign-ups", { email: person.email });
  return { world };
}

function recipientsOf(moved: Reply): readonly unknown[] {
  const count = Number(at(moved, "data.emails.length"));
  return Array.from({ length: count }, (_, index) => at(moved, `data.emails.${index}.to.0`));
}
