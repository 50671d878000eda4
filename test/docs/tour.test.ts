import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { commandFile } from "../support/command.ts";
import { codeBlocks, commandsIn, sectionOf } from "../support/markdown.ts";
import { tours } from "./tours.ts";

/** Runs a command in bash and returns its output. */
function run(command: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn("bash", ["-c", command], { env: { ...process.env, ...environment } });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  child.once("error", reject);
  child.once("close", (code) =>
    code === 0 ? resolve(output) : reject(new Error(`exit code ${code}: ${command}`)),
  );
  return promise;
}

/** Output without times, which vary, and JSON without its formatting. */
function comparable(output: string, language: string): unknown {
  const text = output.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>").trim();
  return language === "json" ? JSON.parse(text) : text;
}

/** Starts the command on a free port, and waits for the line with its URL. */
async function started(): Promise<Started> {
  const child = spawn(process.execPath, [commandFile(), "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    if (printed.includes("curl ")) break;
  }
  const url = /lead-sandbox {2}(\S+)/.exec(printed)?.[1] ?? "";
  return {
    url,
    printed: printed.replaceAll(url, "http://127.0.0.1:4610"),
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

interface Started {
  readonly url: string;
  readonly printed: string;
  readonly stop: () => Promise<void>;
}

const [, tour] = tours;

it("the README starts with the output of the command", async () => {
  const server = await started();
  onTestFinished(() => server.stop());
  const shown = codeBlocks(sectionOf("README.md", "Run"))[1]?.body ?? "";
  expect(shown).toContain("Firm");
  expect(server.printed).toContain(shown);
});

it("the tour has a step for each answer that a client must handle: 409, 422 and 429", () => {
  expect(tour?.steps.length).toBeGreaterThanOrEqual(12);
  for (const status of ["## 409", "## 422", "## 429"]) expect(tour?.text).toContain(status);
});

describe.each(tours)("the steps of $page", ({ steps }) => {
  let server: Started;

  beforeAll(async () => {
    server = await started();
  });

  afterAll(() => server.stop());

  it.each(steps.map((step, index) => [`step ${index + 1}: ${step.command.slice(0, 60)}`, step]))(
    "%s",
    async (_name, { command, language, wanted }) => {
      const printed = await run(command, {
        URL: server.url,
        FIRM: "Harb0rPt",
        KEY: "11111111-1111-4111-8111-111111111111",
      });
      const output = printed.replaceAll(server.url, "http://127.0.0.1:4610");
      expect(comparable(output, language)).toEqual(comparable(wanted, language));
    },
  );
});

it("docs/test.md creates a workspace with its own keys", async () => {
  const server = await started();
  onTestFinished(() => server.stop());
  const commands = commandsIn(readFileSync("docs/test.md", "utf8"));
  const command = commands.find((one) => one.startsWith("curl ")) ?? "";
  const made: unknown = JSON.parse(await run(command, { URL: server.url }));
  expect(made).toMatchObject({
    data: { id: "readme", seed: 7, clock: { mode: "frozen", now: "2026-01-05T09:00:00.000Z" } },
  });
  expect(JSON.stringify(made)).not.toContain("11111111-1111-4111-8111-111111111111");
});
