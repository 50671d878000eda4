import * as z from "zod";

import { ok } from "../calls/answer.ts";
import type { ControlAnswer, ControlCall } from "../calls/operation.ts";
import { withNoQuery } from "../calls/operation.ts";
import { one } from "../calls/shapes.ts";
import type { Session } from "./sessions.ts";
import { sessionCookie } from "./sessions.ts";

const Session = one(
  z.strictObject({
    needsToken: z.boolean().describe("false if the sandbox has no token, and so no sessions"),
    workspaceId: z
      .string()
      .exactOptional()
      .describe("The workspace that the token opens; absent for the control token"),
  }),
);

export const openSession = withNoQuery({
  id: "open-session",
  summary:
    "Exchange the control token, or that of a workspace, for a session cookie, for clients that cannot send headers",
  level: "server",
  method: "POST",
  path: "/session",
  destroys: null,
  answer: Session,
  run(call) {
    const { holder } = call;
    const { sessions, needsToken } = call.server;
    const before = sessions.of(call);
    if (holder === null || !call.headers.has("authorization")) {
      return ok({ needsToken, ...openedBy(before) });
    }
    if (before !== null) sessions.close(before);
    const { workspaceId } = holder;
    return withCookie(call, { id: sessions.open(workspaceId), workspaceId });
  },
});

export const closeSession = withNoQuery({
  id: "close-session",
  summary: "End the session of the cookie of this call",
  level: "server",
  method: "DELETE",
  path: "/session",
  destroys: null,
  answer: Session,
  run(call) {
    const { sessions, needsToken } = call.server;
    const session = sessions.of(call);
    if (session === null) return ok({ needsToken });
    sessions.close(session);
    return withCookie(call, null);
  },
});

/** What a session opens, in an answer. */
function openedBy(session: Session | null): { readonly workspaceId?: string } {
  const workspaceId = session?.workspaceId ?? null;
  return workspaceId === null ? {} : { workspaceId };
}

function withCookie(call: ControlCall, session: Session | null): ControlAnswer {
  return {
    status: 200,
    json: { data: { needsToken: true, ...openedBy(session) } },
    headers: {
      "set-cookie": sessionCookie(call, session?.id ?? null, call.server.address.basePath()),
      "cache-control": "no-store",
    },
  };
}
