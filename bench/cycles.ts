/** The cycle of a small test: create a workspace, send five requests, drop the workspace. */
import * as z from "zod";

import { firmId } from "./leads-made.ts";

const Created = z.object({
  data: z.object({
    id: z.string(),
    firms: z.array(z.object({ id: z.string(), apiKeys: z.array(z.object({ key: z.string() })) })),
  }),
});
const Lead = z.object({ data: z.object({ id: z.string() }) });

type Send = (method: string, path: string, body?: string) => Promise<unknown>;

/**
 * Runs `count` cycles in sequence. Without workspaces, a POST and a GET of a Lead replace the create and the drop.
 */
export async function cycles(port: number, count: number, hasWorkspaces: boolean): Promise<void> {
  for (let cycle = 0; cycle < count; cycle += 1) {
    await (hasWorkspaces ? inWorkspace(port) : fiveRequests(sender(port, ""), firmId, true));
  }
}

async function inWorkspace(port: number): Promise<void> {
  const control = sender(port, "");
  const { data } = Created.parse(await control("POST", "/_sandbox/workspaces", "{}"));
  const [firm] = data.firms;
  const key = firm?.apiKeys[0]?.key ?? "";
  await fiveRequests(sender(port, key), firm?.id ?? "", false);
  await control("DELETE", `/_sandbox/workspaces/${data.id}`);
}

async function fiveRequests(send: Send, firm: string, isBare: boolean): Promise<void> {
  const leads = `/v1/firms/${firm}/leads`;
  const body =
    '{"email":"maya@example.com","firstName":"Maya","lastName":"Moreau","clientData":{"Plans":[{"type":"Buying"}]}}';
  if (isBare) await send("POST", leads, body);
  const { data } = Lead.parse(await send("POST", leads, body));
  const one = `/v1/leads/${data.id}`;
  await send("GET", one);
  await send("GET", `${leads}?limit=20`);
  await send("PATCH", one, '{"lastName":"Lind"}');
  await send("GET", one);
  if (isBare) await send("GET", one);
}

function sender(port: number, key: string): Send {
  return async (method, path, body) => {
    const headers = {
      ...(key === "" ? {} : { "x-api-key": key }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const url = `http://127.0.0.1:${port}${path}`;
    const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
}
