import fc from "fast-check";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";

import { messageId, messageIdParts } from "../../../src/world/mail/message-id.ts";
import { mailMime } from "../../../src/world/mail/mime.ts";
import { anyCharacter } from "../../support/any-text.ts";
import { aWelcome, captured, sender } from "./samples.ts";

const domain = "mail.example";

describe("messageId", () => {
  it("names message, workspace and domain (6)", () => {
    expect(messageId({ id: "Ab3dE6g8" }, { domain, workspaceId: "team-a_1" })).toBe(
      "<Ab3dE6g8.team-a_1@mail.example>",
    );
  });

  it("differs between workspaces of the same seed (6)", () => {
    const message = { id: "Ab3dE6g8" };
    expect(messageId(message, { domain, workspaceId: "a" })).not.toBe(
      messageId(message, { domain, workspaceId: "b" }),
    );
  });

  it("contains only characters that RFC 5322 allows, for any ids", () => {
    const any = fc.string({ unit: anyCharacter, minLength: 1 });
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
  it("parses the parts of any generated Message-ID", () => {
    const any = fc.string({ unit: "grapheme", minLength: 1 });
    fc.assert(
      fc.property(any, any, (id, workspaceId) => {
        const written = messageId({ id }, { domain, workspaceId });
        expect(messageIdParts(written)).toEqual({ id, workspaceId, domain });
      }),
      { seed: 20260105 },
    );
  });

  it("accepts the header with and without angle brackets (6)", async () => {
    const { messageId: written = "" } = await PostalMime.parse(
      await mailMime(captured(aWelcome(), { id: "Ab3dE6g8" }), sender),
    );
    const parts = { id: "Ab3dE6g8", workspaceId: "default", domain };
    expect(messageIdParts(written)).toEqual(parts);
    expect(messageIdParts(written.slice(1, -1))).toEqual(parts);
  });

  it.each([
    { title: "no content", value: "" },
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
