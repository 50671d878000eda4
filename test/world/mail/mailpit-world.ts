import { text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { newWorld } from "../../support/world.ts";
import { mailpitOf } from "./mailpit-stand-in.ts";
import { smtpServerWith } from "./smtp-servers.ts";
import type { Policy } from "./smtp-servers.ts";

/** A workspace with a mail server and a Mailpit behind it. */
export async function withMailpit(policy: Policy = {}) {
  const server = await smtpServerWith(policy);
  const mailpit = await mailpitOf(server.taken);
  const sandbox = { smtpUrl: server.url, mailpitUrl: mailpit.url };
  const world = await newWorld({ sandbox });
  return { server, mailpit, world };
}

export async function relayedMail(world: World, email: string): Promise<string> {
  await world.createLead({ email });
  return text(await arrived(world, email), "data.id");
}

export function arrived(world: World, email: string) {
  return world.control("GET", `/emails/wait?to=${email}&relayed=sent&timeoutMs=10000`);
}
