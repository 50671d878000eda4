/** A sandbox in which each workspace has its own token. */
import type { Sandbox, SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import type { Reply } from "../../../support/reply.ts";
import { replyOf, text } from "../../../support/reply.ts";
import { newSandbox } from "../../../support/sandbox.ts";

export const control = "s3cret-of-the-team";
export const isolated = { controlToken: control, isolate: true };

export type Send = (
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
) => Promise<Reply>;

/** Sends requests with a bearer token. */
export function sender(sandbox: Pick<Sandbox, "fetch">): Send {
  return async (method, path, token, body) => {
    const request = new Request(`http://127.0.0.1${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return replyOf(await sandbox.fetch(request));
  };
}
/** A sandbox with the workspaces `mine` and `other`, and their tokens. */
export async function withTwo(options: SandboxOptions = isolated) {
  const sandbox = newSandbox(options);
  const send = sender(sandbox);
  const make = async (id: string): Promise<string> =>
    text(await send("POST", "/_sandbox/workspaces", control, { id }), "data.token");
  return { sandbox, send, mine: await make("mine"), other: await make("other"), make };
}
