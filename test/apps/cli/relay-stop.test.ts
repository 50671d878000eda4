/**
 * A process that relays mail stops promptly, whatever the mail server does. No more mail than necessary is left with
 * an unknown fate.
 */
import { describe, expect, it } from "vitest";

import { sized, spread } from "../../long/size.ts";
import { keptPort } from "../../support/kept-port.ts";
import { mailpitOf, messageIdOf } from "../../world/mail/mailpit-stand-in.ts";
import { scriptedServer, smtpServerWith, taking } from "../../world/mail/smtp-servers.ts";
import type { Ready, Started } from "./program.ts";
import { startProgram, startReady, temporaryFolder } from "./program.ts";

const stopMsMax = 2_000;
const partnerKey = "11111111-1111-4111-8111-111111111111";

async function createLeads({ url }: Ready, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const person = { email: `p${index}@client.example`, firstName: "Pia", lastName: "Person" };
    // oxlint-disable-next-line no-await-in-loop -- in their order
    const { status } = await fetch(`${url}/v1/firms/Harb0rPt/leads`, {
      method: "POST",
      headers: { "x-api-key": partnerKey, "content-type": "application/json" },
      body: JSON.stringify(person),
    });
    expect(status).toBe(201);
  }
}

/** How the process ended after SIGTERM. */
async function stopped(program: Started) {
  const before = performance.now();
  program.process.kill("SIGTERM");
  const { code, stderr } = await program.ended;
  return { code, stderr, isPrompt: performance.now() - before < stopMsMax };
}

const wellStopped = { code: 0, stderr: "", isPrompt: true };

describe("SIGTERM", () => {
  it("ends a process that waits for a mail server that is down", async () => {
    const program = await startReady(["--smtp-url", `smtp://127.0.0.1:${await keptPort()}`]);
    await createLeads(program.ready, 3);
    expect(await stopped(program)).toEqual(wellStopped);
  });

  it.each(
    spread(
      [
        { title: "that sends nothing", step: null },
        { title: "that sends nothing after EHLO", step: "EHLO" },
        { title: "that never acknowledges a message", step: "." },
      ],
      2,
    ),
  )("ends a process connected to a mail server $title", async ({ step }) => {
    const asked = Promise.withResolvers<void>();
    const script = taking(step === null ? {} : { [step]: () => asked.resolve() });
    const server = await scriptedServer(script, step === null ? null : undefined);
    const program = await startReady(["--smtp-url", server.url]);
    await createLeads(program.ready, 2);
    await (step === null ? server.connected : asked.promise);
    expect(await stopped(program)).toEqual(wellStopped);
  });

  it("ends a process whose Mailpit does not report what has arrived", async () => {
    const folder = ["--data", temporaryFolder()];
    const asked = Promise.withResolvers<void>();
    const silent = await scriptedServer(taking({ ".": () => asked.resolve() }));
    const first = await startReady([...folder, "--smtp-url", silent.url]);
    await createLeads(first.ready, 1);
    await asked.promise;
    first.process.kill("SIGKILL");
    await first.ended;
    const mailpit = await mailpitOf([]);
    mailpit.behave("silent");
    const urls = ["--smtp-url", silent.url, "--mailpit-url", mailpit.url];
    const second = await startReady([...folder, ...urls]);
    await expect.poll(() => mailpit.asked.length).toBe(1);
    expect(await stopped(second)).toEqual(wellStopped);
  });

  it("leaves no mail in doubt while the server answers: each arrives once over several stops", async () => {
    const server = await smtpServerWith();
    const args = ["--data", temporaryFolder(), "--quota", "off", "--smtp-url", server.url];
    const leads = 60;
    const first = await startReady(args);
    await createLeads(first.ready, leads);
    let program = first;
    for (let end = 0; end < sized(2, 5); end += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      expect(await stopped(program)).toEqual(wellStopped);
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      program = await startReady(args);
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      await server.took(Math.min(leads, server.taken.length + 3));
    }
    await server.took(leads);
    expect(await stopped(program)).toEqual(wellStopped);
    expect(server.taken.map(({ to }) => to[0])).toEqual(
      Array.from({ length: leads }, (_, index) => `p${index}@client.example`),
    );
    expect(new Set(server.taken.map(messageIdOf)).size).toBe(leads);
  });
});

describe("a program that never closes its sandbox", () => {
  it("ends by itself while mail waits for a server that is down", async () => {
    const source = `
      import { openSandbox } from "./src/server/sandbox/sandbox.ts";
      const sandbox = openSandbox({ smtpUrl: "smtp://127.0.0.1:${await keptPort()}" });
      const lead = { email: "a@b.example", firstName: "Pia", lastName: "Person" };
      const answer = await sandbox.fetch(new Request("http://partner.localhost/v1/firms/Harb0rPt/leads", {
        method: "POST",
        headers: { "x-api-key": "${partnerKey}", "content-type": "application/json" },
        body: JSON.stringify(lead),
      }));
      console.log(answer.status);
    `;
    const args = ["--input-type=module", "--eval", source];
    const { code, stdout, stderr } = await startProgram(process.execPath, args, {}).ended;
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "201\n", stderr: "" });
  });
});
