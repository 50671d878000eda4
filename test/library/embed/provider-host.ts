/** What a client with a hard-coded provider host sees of the sandbox that answers in its place. */
import { expect } from "vitest";

import type { SandboxWorkspace } from "../../../src/index.ts";
import type { HardCodedClient } from "./undici-clients.ts";

export const host = "https://api.partner.dit.example.test";

/** The answer to a create, and the first names of the workspace's newest Lead. */
export async function createLead(client: HardCodedClient, workspace: SandboxWorkspace) {
  const { apiKey, firmId, client: control } = workspace;
  const { status, headers, text } = await client(`${host}/v1/firms/${firmId}/leads`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ email: "maya@example.com", firstName: "Maÿa", lastName: "Moreau" }),
  });
  const { data } = await control.leads.list({ limit: 1 });
  const names = data.map(({ firstName }) => firstName);
  return { status, text, rules: headers["x-sandbox-rules"], names };
}

export const created = {
  status: 201,
  text: expect.stringContaining('"firstName":"Maÿa"'),
  rules: expect.stringContaining("lead.create.firm"),
  names: ["Maÿa"],
};

/** The answers to a read with a Realtor key, by the host of each surface. */
export function readAsRealtor(client: HardCodedClient, { apiKeys }: SandboxWorkspace) {
  const headers = { "x-api-key": apiKeys["realtor-sandbox"] ?? "" };
  const hosts = [host, "https://api.realtor.dit.example.test"];
  return Promise.all(hosts.map((one) => client(`${one}/v1/leads/NoLead00`, { headers })));
}

export const refused = [
  { status: 403, text: expect.stringContaining('"message"') },
  { status: 404, text: '{"message":"Not found"}' },
];

/** The unusual answers of `answering`, apart from its redirect. */
export async function expectUnchanged(client: HardCodedClient): Promise<void> {
  expect((await client(`${host}/stream`)).text).toBe("one two three");
  expect(await client(`${host}/nothing`, { method: "DELETE" })).toMatchObject({
    status: 204,
    text: "",
  });
  const body = "x".repeat(200_000);
  const echoed = await client(`${host}/echo?q=%20`, { method: "POST", body });
  expect(echoed.text).toBe(`POST /echo?q=%20 ${body}`);
  expect(echoed.headers["x-two"]).toBe("1, 2");
  expect([echoed.headers["set-cookie"]].flat().at(-1)).toBe("b=2");
}
