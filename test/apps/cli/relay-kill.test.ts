/** Checks which captured mail arrives when the relaying process is killed again and again. */
import { Agent, request as httpRequest } from "node:http";

import { describe, expect, it } from "vitest";
import * as z from "zod";

import { sized } from "../../long/size.ts";
import { mailpitOf, messageIdOf } from "../../world/mail/mailpit-stand-in.ts";
import { smtpServerWith } from "../../world/mail/smtp-servers.ts";
import type { SmtpStandIn } from "../../world/mail/smtp-servers.ts";
import type { Ready, Started } from "./program.ts";
import { startReady, temporaryFolder } from "./program.ts";

/** RELAY_KILLS sets their number. RELAY_LEADS sets how much mail there is between two. */
const kills = Number(process.env["RELAY_KILLS"] ?? sized(3, 5));
const leadsPerRun = Number(process.env["RELAY_LEADS"] ?? 80);
const partnerKey = "11111111-1111-4111-8111-111111111111";

const Emails = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      to: z.array(z.string()),
      relayed: z.enum(["sent", "failed"]).nullable(),
      relayNote: z.string().optional(),
    }),
  ),
  meta: z.object({ total: z.int() }),
});
type Email = z.infer<typeof Emails>["data"][number];

/** Creates Leads until the process dies. Adds the emails of acknowledged Leads to `created`. */
async function createLeads({ url }: Ready, run: number, created: Set<string>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let next = 0;
  const sendSome = async (): Promise<void> => {
    while (next < leadsPerRun) {
      next += 1;
      const email = `person${next}.run${run}@client.example`;
      // oxlint-disable-next-line no-await-in-loop -- a connection carries one request at a time
      const status = await post(agent, `${url}/v1/firms/Harb0rPt/leads`, { email });
      if (status === null) return;
      expect(status).toBe(201);
      created.add(email);
    }
  };
  await Promise.all(Array.from({ length: 8 }, sendSome));
  agent.destroy();
}

/** The status of the answer; null when the process dies before it. */
function post(agent: Agent, url: string, person: object): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const headers = { "x-api-key": partnerKey, "content-type": "application/json" };
  const sent = httpRequest(url, { agent, method: "POST", headers }, (response) => {
    response.resume();
    response.on("error", () => resolve(null));
    response.on("end", () => resolve(response.complete ? (response.statusCode ?? 0) : null));
  });
  sent.on("error", () => resolve(null));
  sent.end(JSON.stringify({ firstName: "Pia", lastName: "Person", ...person }));
  return promise;
}

/** Every captured mail, as soon as none is still in transit. */
async function allDecided({ control }: Ready): Promise<readonly Email[]> {
  const listed = async (query: string) =>
    Emails.parse(await (await fetch(`${control}/emails?${query}`)).json());
  const counts = await Promise.all(
    ["relayed=sent&limit=1", "relayed=failed&limit=1", "limit=1"].map(listed),
  );
  const [sent = 0, failed = 0, all = 0] = counts.map(({ meta }) => meta.total);
  if (sent + failed < all) {
    // A wait that never matches is cheap for the sandbox, unlike a wait for mail.
    await fetch(`${control}/requests/wait?path=/never&timeoutMs=500`);
    return allDecided({ control, url: "", event: "ready", pid: 0 });
  }
  const pages: Email[] = [];
  for (let offset = 0; offset < all; offset += 1_000) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    pages.push(...(await listed(`limit=1000&offset=${offset}`)).data);
  }
  return pages;
}

/**
 * Kills the process at a random moment after more mail arrives. Every second kill is between a message and the
 * server's answer.
 */
async function killed(program: Started, server: SmtpStandIn, held: Held, number: number) {
  const more = 1 + Math.floor(Math.random() * (leadsPerRun - 20));
  await server.took(server.taken.length + more);
  if (number % 2 === 1) await held.next();
  program.process.kill("SIGKILL");
  await program.ended;
  held.goOn();
}

/** Makes the server pause at the next message that it reads. */
function newHeld() {
  let asked: PromiseWithResolvers<void> | null = null;
  let goOn = Promise.withResolvers<null>();
  return {
    onMessage(): Promise<null> | null {
      if (asked === null) return null;
      asked.resolve();
      return goOn.promise;
    },
    next(): Promise<void> {
      asked = Promise.withResolvers<void>();
      return asked.promise;
    },
    goOn() {
      asked = null;
      goOn.resolve(null);
      goOn = Promise.withResolvers<null>();
    },
  };
}
type Held = ReturnType<typeof newHeld>;

/** The fate of all mail after `kills` kills. */
async function afterKills(server: SmtpStandIn, held: Held, args: readonly string[]) {
  const created = new Set<string>();
  const own = ["--data", temporaryFolder(), "--quota", "off", "--outbox-messages", "1000000"];
  const all = [...own, "--smtp-url", server.url, ...args];
  for (let number = 0; number < kills; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one run after the other
    const program = await startReady(all);
    const creating = createLeads(program.ready, number, created);
    // oxlint-disable-next-line no-await-in-loop -- one run after the other
    await killed(program, server, held, number);
    // oxlint-disable-next-line no-await-in-loop -- one run after the other
    await creating;
  }
  const last = await startReady(all);
  const emails = await allDecided(last.ready);
  const arrivals = Map.groupBy(server.taken, (one) => messageIdOf(one).split(".")[0] ?? "");
  return {
    lost: [...created].filter((email) => !emails.some(({ to }) => to[0] === email)),
    unknown: [...arrivals.keys()].filter((id) => !emails.some((email) => email.id === id)),
    twice: emails.filter(({ id }) => (arrivals.get(id)?.length ?? 0) > 1),
    notArrived: emails.filter(({ id, relayed }) => relayed === "sent" && !arrivals.has(id)),
    failed: emails.filter(({ relayed }) => relayed === "failed"),
    count: emails.length,
    inOrder: isRising(server.taken.map(({ to }) => Number(/\.run(\d+)@/.exec(to[0] ?? "")?.[1]))),
  };
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((value, index) => index === 0 || value >= (numbers[index - 1] ?? 0));
}

const allWell = { lost: [], unknown: [], twice: [], notArrived: [], inOrder: true };
const timeout = 60_000 + kills * (15_000 + leadsPerRun * 20);

describe(`captured mail after ${kills} kills (SIGKILL) of the relaying process`, () => {
  it(
    "arrives once and in order; at most one message per kill is reported as possibly delivered",
    async () => {
      const held = newHeld();
      const server = await smtpServerWith({ onMessage: () => held.onMessage() });
      const { count, failed, ...rest } = await afterKills(server, held, []);
      expect(rest).toEqual(allWell);
      expect(count).toBeGreaterThan(kills * 10);
      expect(failed.length).toBeLessThanOrEqual(kills);
      // Every second kill hits the middle of a message.
      expect(failed.length).toBeGreaterThanOrEqual(Math.floor(kills / 2));
      const note =
        "The sandbox ended while this was being sent: it may have arrived. POST emails/{id}/relay sends it again.";
      expect(failed.map(({ relayNote }) => relayNote)).toEqual(failed.map(() => note));
    },
    timeout,
  );

  it(
    "all arrives once and in order when the Mailpit behind the server can answer",
    async () => {
      const held = newHeld();
      const server = await smtpServerWith({ onMessage: () => held.onMessage() });
      const mailpit = await mailpitOf(server.taken);
      const args = ["--mailpit-url", mailpit.url];
      const { count, failed, ...rest } = await afterKills(server, held, args);
      expect({ ...rest, failed }).toEqual({ ...allWell, failed: [] });
      expect(count).toBeGreaterThan(kills * 10);
      expect(server.taken.length).toBe(count);
    },
    timeout,
  );
});
