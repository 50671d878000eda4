import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";

import { mailFrom, mailHeaders, mailMime } from "../../../src/world/mail/mime.ts";
import { aReader, aWelcome, captured, draftsNamed, sender } from "./samples.ts";

async function parsed(message: ReturnType<typeof captured>, workspaceId = sender.workspaceId) {
  return PostalMime.parse(await mailMime(message, { ...sender, workspaceId }));
}

describe("the headers that mailMime writes", () => {
  it("include one-click unsubscribe in alerts, and not in the welcome mail (6)", async () => {
    const ways = draftsNamed("Ana").map(async (draft) => {
      const { headers } = await parsed(captured(draft));
      return headers.filter(({ key }) => key.startsWith("list-")).map(({ value }) => value);
    });
    const alert = [`<${aReader.unsubscribeUrl}>`, "List-Unsubscribe=One-Click"];
    expect(await Promise.all(ways)).toEqual([[], alert, alert]);
  });

  it("name the workspace, kind, Lead and Plan (6)", async () => {
    const [, , planUpdated] = draftsNamed("Ana");
    if (planUpdated === undefined) throw new Error("no plan mail");
    const { headers } = await parsed(captured(planUpdated));
    const own = headers.filter(({ key }) => key.startsWith("x-"));
    expect(own.map(({ originalKey, value }) => [originalKey, value])).toEqual([
      ["X-Tags", "default"],
      ["X-Lead-Sandbox-Workspace", "default"],
      ["X-Lead-Sandbox-Kind", "plan-updated"],
      ["X-Lead-Sandbox-Lead", "lead-1"],
      ["X-Lead-Sandbox-Plan", "plan-1"],
    ]);
  });

  it("omit the Lead and the Plan of a mail that concerns neither (6)", async () => {
    const { headers } = await parsed(captured({ ...aWelcome(), leadId: null }));
    expect(headers.map(({ key }) => key).filter((key) => key.startsWith("x-"))).toEqual([
      "x-tags",
      "x-lead-sandbox-workspace",
      "x-lead-sandbox-kind",
    ]);
  });

  it.each([
    { workspaceId: "team-a_1", tag: "team-a_1" },
    { workspaceId: "a,b;c/é", tag: "a-b-c--" },
  ])(
    "tag the workspace $workspaceId as $tag, in characters that Mailpit allows in tags (6)",
    async ({ workspaceId, tag }) => {
      const { headers } = await parsed(captured(aWelcome()), workspaceId);
      const tags = headers.filter(({ key }) => key === "x-tags").map(({ value }) => value);
      expect(tags).toEqual([tag]);
    },
  );
});

describe("mailHeaders", () => {
  it.each(draftsNamed("Ana"))(
    "lists the headers that mailMime writes: $content.kind (6)",
    async (draft) => {
      const message = captured(draft);
      const { headers } = await parsed(message);
      const written = new Map(headers.map(({ key, value }) => [key, value]));
      for (const { name, value } of mailHeaders(message, sender)) {
        expect(written.get(name.toLowerCase())).toBe(
          name === "From" ? value.replaceAll('"', "") : value,
        );
      }
    },
  );

  it("returns values decoded and on one line (6)", () => {
    const message = captured(aWelcome({ firm: { name: "Été\r\n🏡" } }));
    const headers = new Map(mailHeaders(message, sender).map(({ name, value }) => [name, value]));
    expect(headers.get("Subject")).toBe("Été 🏡 invites you to sign up");
    expect(headers.get("From")).toBe(`"Été 🏡 via Lead Sandbox" <no-reply@mail.example>`);
  });
});

describe("mailFrom", () => {
  it("is the Firm via the sandbox, with quotes and backslashes escaped (1.7)", () => {
    const { content } = aWelcome({ firm: { name: String.raw`A "B" \C` } });
    expect(mailFrom(content, "mail.example")).toBe(
      String.raw`"A \"B\" \\C via Lead Sandbox" <no-reply@mail.example>`,
    );
  });
});
