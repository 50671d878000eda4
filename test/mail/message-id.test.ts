import fc from "fast-check";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";

import { messageId, messageIdParts } from "../../src/mail/message-id.ts";
import { mailMime } from "../../src/mail/mime.ts";
import { aWelcome, captured, sender } from "./samples.ts";

const domain = "mail.example";

describe("messageId", () => {
  it("names message, workspace and domain (6)", () => {
    expect(messageId({ id: "Ab3dE6g8" }, { domain, workspaceId: "team-a_1" })).toBe(
      "<Ab3dE6g8.team-a_1@mail.example>",
    );
  });

  it("is another one in another workspace of the same seed (6)", () => {
    const message = { id: "Ab3dE6g8" };
    expect(messageId(message, { domain, workspaceId: "a" })).not.toBe(
      messageId(message, { domain, workspaceId: "b" }),
    );
  });

  it("has only characters that RFC 5322 allows there, for any ids", () => {
    const any = fc.string({ unit: "binary", minLength: 1 });
    fc.assert(
      fc.property(any, any, (id, workspaceId) => {
        expect(messageId({ id }, { domain, workspaceId })).toMatch(
          /^<[\w!#$%&'*+/=?^`{|}~-]+\.[\w!#$%&'*+/=?^`{|}~-]+@mail\.example>$/,
        );
      }),
      { seed: 20260105 },
    );
  });
});

describe("messageIdParts", () => {
  it("reads back what any message was named by", () => {
    const any = fc.string({ unit: "grapheme", minLength: 1 });
    fc.assert(
      fc.property(any, any, (id, workspaceId) => {
        const written = messageId({ id }, { domain, workspaceId });
        expect(messageIdParts(written)).toEqual({ id, workspaceId, domain });
      }),
      { seed: 20260105 },
    );
  });

  it("reads the header of a message, with the angle brackets and without (6)", async () => {
    const { messageId: written = "" } = await PostalMime.parse(
      await mailMime(captured(aWelcome(), { id: "Ab3dE6g8" }), sender),
    );
    const parts = { id: "Ab3dE6g8", workspaceId: "default", domain };
    expect(messageIdParts(written)).toEqual(parts);
    expect(messageIdParts(written.slice(1, -1))).toEqual(parts);
  });

  it.each([
    { title: "nothing", value: "" },
    { title: "no workspace", value: "<Ab3dE6g8@mail.example>" },
    { title: "three parts before the at sign", value: "<a.b.c@mail.example>" },
    { title: "no domain", value: "<a.b@>" },
    { title: "a space", value: "<a b.c@mail.example>" },
    { title: "two at signs", value: "<a.b@c@mail.example>" },
    { title: "a percent sign that encodes nothing", value: "<%E9.b@mail.example>" },
  ])("is null for a Message-ID with $title", ({ value }) => {
    expect(messageIdParts(value)).toBeNull();
  });
});
