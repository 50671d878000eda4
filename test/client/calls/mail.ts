import { expect } from "vitest";

import { newSandboxClient } from "../../../src/index.ts";
import { mailpitOf } from "../../mail/mailpit-stand-in.ts";
import { smtpServerWith } from "../../mail/smtp-servers.ts";
import { ids } from "../../support/world.ts";
import { servedUrl } from "../served-client.ts";
import type { Call } from "./call.ts";
import { dataOf } from "./call.ts";

/** A client of a sandbox with a mail server and a Mailpit, after the arrival of one mail. */
async function withArrival() {
  const server = await smtpServerWith();
  const mailpit = await mailpitOf(server.taken);
  const url = await servedUrl({ smtpUrl: server.url, mailpitUrl: mailpit.url });
  const client = newSandboxClient({ url });
  await client.leads.convert(ids.activeLead);
  const mail = await client.emails.waitFor({ relayed: "sent", timeoutMs: 10_000 });
  return { server, client, mail };
}

/** Calls for relayed mail. */
export const mailCalls: readonly Call[] = [
  {
    method: "emails.relay",
    operation: "relay-email",
    does: "sends a mail once more, and is refused where there is no mail server",
    async shows({ workspace, createLead }) {
      await createLead("ana@client.example");
      const { id } = await workspace.emails.waitFor({ timeoutMs: 0 });
      await expect(workspace.emails.relay(id)).rejects.toMatchObject({ status: 409 });
      const { client, mail, server } = await withArrival();
      const relayed = await client.emails.relay(mail.id);
      expect({ ...mail, ...relayed }).toEqual({ ...mail, relayed: null });
      await server.took(2);
    },
  },
  {
    method: "emails.count",
    operation: "count-emails",
    does: "counts those that match",
    async shows({ workspace, createLead }) {
      await createLead("ana@client.example");
      expect(await workspace.emails.count()).toBe(1);
      expect(await workspace.emails.count({ kind: "converted" })).toBe(0);
    },
  },
  {
    method: "emails.standing",
    operation: "count-emails",
    does: "says how much the outbox keeps",
    async shows({ workspace, createLead }) {
      await createLead("ana@client.example");
      expect(await workspace.emails.standing()).toMatchObject({ messages: 1, dropped: 0 });
    },
  },
  {
    method: "emails.clear",
    operation: "forget-emails",
    does: "forgets them in Mailpit too when asked",
    async shows({ workspace }) {
      await expect(workspace.emails.clear({ mailpit: true })).rejects.toMatchObject({
        status: 409,
      });
      const { client, mail } = await withArrival();
      const there = () => dataOf(client.emails.list({ source: "mailpit" }));
      expect((await there()).map(({ id }) => id)).toEqual([mail.id]);
      expect(await client.emails.clear({ mailpit: true })).toEqual({ forgotten: 1 });
      expect(await there()).toEqual([]);
    },
  },
  {
    method: "reset",
    operation: "reset-workspace",
    does: "empties Mailpit too when asked",
    async shows({ workspace }) {
      await expect(workspace.reset({ mailpit: true })).rejects.toMatchObject({ status: 409 });
      const { client } = await withArrival();
      expect((await client.reset({ mailpit: true })).id).toBe("default");
      expect(await dataOf(client.emails.list({ source: "mailpit" }))).toEqual([]);
    },
  },
];
