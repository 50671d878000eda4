import { readFileSync, writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { apiOperations } from "../../src/api/operations.ts";
import { controlDocument } from "../../src/contract/control-document.ts";
import { emulatedDocument } from "../../src/contract/emulated-document.ts";
import type { Examples } from "../../src/contract/examples.ts";
import { controlOperations } from "../../src/control/operations.ts";
import { isRemote } from "../support/target.ts";
import { servedDocuments } from "./documents.ts";
import { controlExamples, emulatedExamples } from "./examples.ts";

const updates = process.env["UPDATE_CONTRACTS"] === "1";
const { version } = packageJson;

// The examples are recorded in a sandbox of this process.
describe.skipIf(isRemote)("the checked-in contracts; UPDATE_CONTRACTS=1 rewrites them", () => {
  it.each(files())("%s is what the operations say and answer", async (file) => {
    const wanted = (await made())[file];
    if (updates) writeFileSync(file, wanted);
    expect(readFileSync(file, "utf8")).toBe(wanted);
  });

  // An update has written documents whose examples this process did not start with.
  it.skipIf(updates)("are what a sandbox serves", async () => {
    const { emulated, control } = await servedDocuments({ controlToken: "secret" });
    expect(pretty(emulated)).toBe(readFileSync("contracts/openapi/lead-api.json", "utf8"));
    expect(pretty(control)).toBe(readFileSync("contracts/openapi/control-api.json", "utf8"));
  });
});

let recorded: Promise<Readonly<Record<File, string>>> | undefined;

/** The expected content of each file, recorded once: worlds are made within a test. */
function made(): NonNullable<typeof recorded> {
  recorded ??= (async () =>
    texts({ lead: await emulatedExamples(), control: await controlExamples() }))();
  return recorded;
}

type File = keyof ReturnType<typeof texts>;

function files(): readonly File[] {
  return [
    "contracts/examples/lead-api.json",
    "contracts/examples/control-api.json",
    "contracts/openapi/lead-api.json",
    "contracts/openapi/control-api.json",
  ];
}

function texts({ lead, control }: Readonly<Record<"lead" | "control", Examples>>) {
  return {
    "contracts/examples/lead-api.json": pretty(lead),
    "contracts/examples/control-api.json": pretty(control),
    "contracts/openapi/lead-api.json": pretty(
      emulatedDocument(apiOperations(), { version, requireHttps: false, examples: lead }),
    ),
    "contracts/openapi/control-api.json": pretty(
      controlDocument(controlOperations, { version, needsToken: true, examples: control }),
    ),
  };
}

function pretty(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
