import { describe, expect, it } from "vitest";

import { planStatuses } from "../../../src/domain/model/plan.ts";
import { convertedDraft, planUpdatedDraft } from "../../../src/world/mail/drafts.ts";
import { mailText } from "../../../src/world/mail/text.ts";
import { aFirm, aLead, aPlan, aProfile, aReader, aWelcome, link } from "./samples.ts";

const reader = aReader;

describe("welcomeDraft", () => {
  it("goes only to the Lead's email (1.7; mail.welcome)", () => {
    expect(aWelcome().to).toEqual(["ana@client.example"]);
  });

  it("is co-branded: the Firm's name is in the subject, its colour and logo in the content (1.7; mail.welcome)", () => {
    const draft = aWelcome({ firm: { logo: "data:image/png;base64,AAAA" } });
    expect(draft.subject).toBe("Maple Street Realty invites you to sign up");
    expect(draft.content.brand).toEqual({
      firmId: "firm-1",
      firmName: "Maple Street Realty",
      colour: "#0a7d4f",
      logo: "data:image/png;base64,AAAA",
    });
  });

  it("invites the reader to sign up through its only link (6; mail.welcome)", () => {
    const draft = aWelcome();
    expect(draft.links).toEqual([link]);
    expect(mailText(draft.content).split("\n")).toContain(link);
  });

  it("says that it comes from a test environment, and has no unsubscribe link (6)", () => {
    const text = mailText(aWelcome().content);
    expect(text.endsWith("\nThis message comes from a test environment.\n")).toBe(true);
  });

  it("names the Lead and no Plan (6)", () => {
    expect(aWelcome()).toMatchObject({ leadId: "lead-1", planId: null });
  });

  it.each([
    { title: "both names", firstName: "Ana", lastName: "Silva", greeting: "Hello Ana Silva," },
    { title: "a last name only", firstName: null, lastName: "Silva", greeting: "Hello Silva," },
    { title: "blank names", firstName: " ", lastName: "", greeting: "Hello," },
    { title: "no name", firstName: null, lastName: null, greeting: "Hello," },
  ])("greets a Lead with $title (2.1)", ({ firstName, lastName, greeting }) => {
    const lines = mailText(aWelcome({ lead: { firstName, lastName } }).content).split("\n");
    expect(lines).toContain(greeting);
  });

  it("keeps a name on one line, so that it cannot add lines to the text (6)", () => {
    const draft = aWelcome({ lead: { firstName: "Ana\r\n\r\nPay here", lastName: null } });
    expect(mailText(draft.content).split("\n")).toContain("Hello Ana Pay here,");
  });
});

describe("convertedDraft", () => {
  const client = { profile: aProfile(), isNew: true };
  const input = { lead: aLead(), firm: aFirm(), client, plans: [aPlan()], reader };

  it("goes only to its recipient, with the Lead's id and the page that stops alerts (6; mail.converted)", () => {
    expect(convertedDraft(input)).toMatchObject({
      to: [reader.email],
      leadId: "lead-1",
      planId: null,
      links: [reader.unsubscribeUrl],
    });
  });

  it("says who signed up (6; mail.converted)", () => {
    expect(convertedDraft(input).subject).toBe("Ana Silva signed up");
  });

  it("uses the email of a client without a name (2.4)", () => {
    const profile = aProfile({ firstName: null, lastName: null });
    const draft = convertedDraft({ ...input, client: { profile, isNew: true } });
    expect(draft.subject).toBe("ana@client.example signed up");
  });

  it("lists every Plan with its type and id (2.3; mail.converted)", () => {
    const plans = [aPlan(), aPlan({ id: "plan-2", type: "Renewal" })];
    const lines = mailText(convertedDraft({ ...input, plans }).content).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining(["Plan: Buying (plan-1)", "Plan: Renewal (plan-2)"]),
    );
  });

  it("ends with a link that stops further alerts (6; mail.converted)", () => {
    const text = mailText(convertedDraft(input).content);
    expect(text.endsWith(`\n\nStop these messages:\n${reader.unsubscribeUrl}\n`)).toBe(true);
  });

  it("promises no mail about the Plans, as rule plan.change-mail decides about that (6)", () => {
    const lines = mailText(convertedDraft(input).content);
    expect(lines).toContain("You own the Plans below.");
    expect(lines).not.toMatch(/get a message|changes/);
  });

  it("says that there are no Plans when the client requested none (2.3)", () => {
    expect(mailText(convertedDraft({ ...input, plans: [] }).content)).toContain("no Plans");
  });
});

describe("planUpdatedDraft", () => {
  const input = { plan: aPlan(), firm: aFirm(), profile: aProfile(), reader };

  it("goes only to its recipient, with the ids of the Plan and its Lead and the page that stops alerts (6; mail.plan)", () => {
    expect(planUpdatedDraft(input)).toMatchObject({
      to: [reader.email],
      leadId: "lead-1",
      planId: "plan-1",
      links: [reader.unsubscribeUrl],
    });
  });

  it.each([
    { amount: 400_000, shown: "$400,000" },
    { amount: 1_250_000.5, shown: "$1,250,000.50" },
    { amount: 0, shown: "$0" },
  ])(
    "reports $shown in subject and text when Pre-approved (plan.change-mail)",
    ({ amount, shown }) => {
      const draft = planUpdatedDraft({ ...input, plan: aPlan({ amount }) });
      expect(draft.subject).toBe(`Ana Silva: Pre-approved | ${shown}`);
      expect(mailText(draft.content).split("\n")).toContain(`Amount: ${shown}`);
    },
  );

  it("reports no amount when the Plan has none (plan.change-mail)", () => {
    const draft = planUpdatedDraft({ ...input, plan: aPlan({ amount: null }) });
    expect(draft.subject).toBe("Ana Silva: Pre-approved");
    expect(mailText(draft.content)).not.toContain("$");
  });

  it("reports no amount for a status other than Pre-approved (plan.change-mail)", () => {
    const draft = planUpdatedDraft({ ...input, plan: aPlan({ status: "Ready to Fund" }) });
    expect(draft.subject).toBe("Ana Silva: Ready to Fund");
    expect(mailText(draft.content)).not.toContain("$");
  });

  it.each([
    {
      title: "Pre-approved with an amount",
      changes: { status: "Pre-approved", amount: 400_000 },
      expected: [
        "Ana Silva is pre-approved for $400,000",
        "Good news: Ana Silva is pre-approved for a mortgage of up to $400,000.",
        "The application with a lender comes next.",
      ],
    },
    {
      title: "Pre-approved without an amount",
      changes: { status: "Pre-approved", amount: null },
      expected: [
        "Ana Silva is pre-approved",
        "Good news: Ana Silva is pre-approved for a mortgage.",
        "The application with a lender comes next.",
      ],
    },
    {
      title: "Ready to Fund",
      changes: { status: "Ready to Fund" },
      expected: [
        "Ana Silva is ready to fund",
        "All conditions for the mortgage of Ana Silva are met, and it is ready for payout.",
        "What is left is the closing.",
      ],
    },
    {
      title: "Completed",
      changes: { status: "Completed" },
      expected: [
        "The mortgage of Ana Silva is funded",
        "The mortgage of Ana Silva has been paid out, and the Plan is complete.",
        "Nothing is left to do.",
      ],
    },
    {
      title: "another status",
      changes: { status: "Lender Approved" },
      expected: [
        "Ana Silva: Lender Approved",
        "The Plan of Ana Silva moved to Lender Approved.",
        "A lender has approved the mortgage.",
      ],
    },
  ] as const)(
    "describes $title in its own words (6; plan.change-mail)",
    ({ changes, expected }) => {
      const { content } = planUpdatedDraft({ ...input, plan: aPlan(changes) });
      const [heading, greeting, ...paragraphs] = mailText(content).split("\n\n");
      expect([heading, ...paragraphs.slice(0, 2)]).toEqual(expected);
      expect(greeting).toBe("Hello,");
    },
  );

  it("has a different heading and text for every status (plan.status)", () => {
    const expected = planStatuses.flatMap((status) => {
      const { content } = planUpdatedDraft({ ...input, plan: aPlan({ status, amount: null }) });
      const [heading, , ...paragraphs] = mailText(content).split("\n\n");
      return [heading, ...paragraphs.slice(0, 2)];
    });
    expect(new Set(expected).size).toBe(3 * planStatuses.length);
    expect(expected.join("")).not.toContain("undefined");
  });
});
