import type { Reply } from "../../../support/reply.ts";
import { replyOf } from "../../../support/reply.ts";
import type { Served } from "../../../world/workspace/served.ts";

/** A snapshot of a workspace, by default of the default one, downloaded. */
export async function snapshotOf(sandbox: Served, name = "moved", base = ""): Promise<Buffer> {
  await sandbox.control("POST", `${base}/snapshots`, { name });
  const url = `http://127.0.0.1/_sandbox${base}/snapshots/${name}/download`;
  const response = await sandbox.fetch(new Request(url));
  return Buffer.from(await response.arrayBuffer());
}

/** Sends bytes to the call that makes a workspace of them. */
export async function restoring(
  { fetch }: Pick<Served, "fetch">,
  bytes: Uint8Array,
  path = "/workspaces/restore?id=copy",
  headers: Readonly<Record<string, string>> = { "content-type": "application/vnd.sqlite3" },
): Promise<Reply> {
  const request = new Request(`http://127.0.0.1/_sandbox${path}`, {
    method: "POST",
    headers,
    body: Uint8Array.from(bytes),
  });
  return replyOf(await fetch(request));
}
