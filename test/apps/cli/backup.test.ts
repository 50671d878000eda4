/** The backup of docs/operate.md, restored into an empty folder. */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { codeBlocks, sectionOf } from "../../support/markdown.ts";
import { startBash, startReady, temporaryFolder } from "./program.ts";
import { shimFolder } from "./shim.ts";

const [backup, restore] = codeBlocks(sectionOf("docs/operate.md", "Back up and restore"));
const headers = {
  "x-api-key": "11111111-1111-4111-8111-111111111111",
  "content-type": "application/json",
};

it("the commands of docs/operate.md download a snapshot, and a new sandbox serves it", async () => {
  const folder = temporaryFolder();
  const first = await startReady(["--data", join(folder, "kept")]);
  const lead = { email: "kept@example.com", firstName: "Maya", lastName: "Moreau" };
  await fetch(`${first.ready.url}/v1/firms/Harb0rPt/leads`, {
    method: "POST",
    headers,
    body: JSON.stringify(lead),
  });
  const lines = `${backup?.body}\n${restore?.body}`;
  const script = lines.replaceAll("http://127.0.0.1:4610", first.ready.url);
  const { code, stdout, stderr } = await startBash(`cd "${folder}"; ${script}`, {
    PATH: `${shimFolder()}:${process.env["PATH"]}`,
    LEAD_SANDBOX_URL: first.ready.url,
  }).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("monday");
  const restored = join(folder, "restored");
  mkdirSync(restored);
  copyFileSync(join(folder, "monday.sqlite"), join(restored, "default.sqlite"));
  const second = await startReady(["--data", restored]);
  const answer = await fetch(`${second.ready.url}/v1/leads`, { headers });
  expect(await answer.text()).toContain(lead.email);
});
