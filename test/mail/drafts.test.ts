import { describe, expect, it } from "vitest";

import { planStatuses } from "../../src/domain/plan.ts";
import { convertedDraft, planUpdatedDraft, signUpUrl } from "../../src/mail/drafts.ts";
import { mailText } from "../../src/mail/text.ts";
import { aFirm, aLead, aPlan, aProfile, aWelcome, link } from "./samples.ts";

const to = ["owner@firm.example", "second@firm.example"];

describe("welcomeDraft", () => {
  it("goes to the Lead's email and to nobody else (1.7; mail.welcome)", () => {
    expect(aWelcome().to).toEqual(["ana@client.example"]);
  });

  it("is co-branded: the Firm's name is in the subject, its colour and logo in the content (1.7; mail.welcome)", () => {
    const draft = aWelcome({ firm: { logo: "data:image/png;base64,AAAA" } });
    expect(draft.subject).toBe("Maple Street Realty invites you to sign up");
    expect(draft.content.brand).toEqual({
      firmName: "Maple Street Realty",
      colour: "#0a7d4f",
      logo: "data:image/png;base64,AAAA",
    });
  });

  it("invites to sign up through the one link it lists (6; mail.welcome)", () => {
    const draft = aWelcome();
    expect(draft.links).toEqual([link]);
    expect(mailText(draft.content).split("\n")).toContain(link);
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

  it("keeps a name on one line, so that it adds none to the text (6)", () => {
    const draft = aWelcome({ lead: { firstName: "Ana\r\n\r\nPay here", lastName: null } });
    expect(mailText(draft.content).split("\n")).toContain("Hello Ana Pay here,");
  });
});

describe("convertedDraft", () => {
  const input = { lead: aLead(), firm: aFirm(), profile: aProfile(), plans: [aPlan()], to };

  it("goes to those it is given, with the Lead's id (6; mail.converted)", () => {
    expect(convertedDraft(input)).toMatchObject({ to, leadId: "lead-1", planId: null, links: [] });
  });

  it("says who signed up (6; mail.converted)", () => {
    expect(convertedDraft(input).subject).toBe("Ana Silva signed up");
  });

  it("falls back on the email of a client without a name (2.4)", () => {
    const profile = aProfile({ firstName: null, lastName: null });
    expect(convertedDraft({ ...input, profile }).subject).toBe("ana@client.example signed up");
  });

  it("lists every Plan with its type and id (2.3; mail.converted)", () => {
    const plans = [aPlan(), aPlan({ id: "plan-2", type: "Renewal" })];
    const lines = mailText(convertedDraft({ ...input, plans }).content).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining(["Plan: Buying (plan-1)", "Plan: Renewal (plan-2)"]),
    );
  });

  it("says that there are no Plans when none were asked for (2.3)", () => {
    expect(mailText(convertedDraft({ ...input, plans: [] }).content)).toContain("no Plans");
  });
});

describe("planUpdatedDraft", () => {
  const input = { plan: aPlan(), firm: aFirm(), profile: aProfile(), to };

  it("goes to those it is given, with the Plan's id and its Lead's (6; mail.plan)", () => {
    expect(planUpdatedDraft(input)).toMatchObject({ to, leadId: "lead-1", planId: "plan-1" });
  });

  it.each([
    { amount: 400_000, shown: "$400,000" },
    { amount: 1_250_000.5, shown: "$1,250,000.50" },
    { amount: 0, shown: "$0" },
  ])(
    "tells $shown in subject and text when Pre-approved (plan.change-mail)",
    ({ amount, shown }) => {
      const draft = planUpdatedDraft({ ...input, plan: aPlan({ amount }) });
      expect(draft.subject).toBe(`Ana Silva: Pre-approved | ${shown}`);
      expect(mailText(draft.content).split("\n")).toContain(`Amount: ${shown}`);
    },
  );

  it("tells no amount when there is none (plan.change-mail)", () => {
    const draft = planUpdatedDraft({ ...input, plan: aPlan({ amount: null }) });
    expect(draft.subject).toBe("Ana Silva: Pre-approved");
    expect(mailText(draft.content)).not.toContain("$");
  });

  it("tells no amount with another status than Pre-approved (plan.change-mail)", () => {
    const draft = planUpdatedDraft({ ...input, plan: aPlan({ status: "Ready to Fund" }) });
    expect(draft.subject).toBe("Ana Silva: Ready to Fund");
    expect(mailText(draft.content)).not.toContain("$");
  });

  it("says what each status means, in a sentence of its own (plan.status)", () => {
    const sentences = planStatuses.map((status) => {
      const { content } = planUpdatedDraft({ ...input, plan: aPlan({ status, amount: null }) });
      const lines = mailText(content).split("\n");
      const moved = lines.indexOf(`The Plan of Ana Silva moved to ${status}.`);
      return lines[moved + 2] ?? "";
    });
    expect(new Set(sentences).size).toBe(planStatuses.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^.]+\.$/);
  });
});

describe("signUpUrl", () => {
  it.each([
    {
      title: "adds the code",
      base: "https://app.example/sign-up",
      code: "MAPLE",
      url: "https://app.example/sign-up?referralCode=MAPLE",
    },
    {
      title: "keeps the query and the fragment",
      base: "https://app.example/sign-up?lang=fr#form",
      code: "MAPLE",
      url: "https://app.example/sign-up?lang=fr&referralCode=MAPLE#form",
    },
    {
      title: "replaces a code that is there",
      base: "https://app.example/?referralCode=OLD",
      code: "MAPLE",
      url: "https://app.example/?referralCode=MAPLE",
    },
    {
      title: "encodes the code",
      base: "https://app.example/",
      code: 'a&b="<é',
      url: "https://app.example/?referralCode=a%26b%3D%22%3C%C3%A9",
    },
    {
      title: "adds nothing without a code",
      base: "https://app.example/sign-up?lang=fr",
      code: null,
      url: "https://app.example/sign-up?lang=fr",
    },
  ])("$title (mail.welcome)", ({ base, code, url }) => {
    expect(signUpUrl(base, code)).toBe(url);
  });

  it("throws for a base that is no URL", () => {
    expect(() => signUpUrl("sign-up", null)).toThrow(TypeError);
  });
});
