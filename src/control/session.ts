import * as z from "zod";

import { ok } from "./answer.ts";
import type { ControlAnswer, ControlCall } from "./operation.ts";
import { withQuery } from "./operation.ts";
import { sessionCookie } from "./sessions.ts";
import { NoQuery, one } from "./shapes.ts";

const Session = one(
  z.strictObject({
    needsToken: z.boolean().describe("false if the sandbox has no token, and so no sessions"),
  }),
);

export const openSession = withQuery({
  id: "open-session",
  summary: "Exchange the control token for a session cookie, for clients that cannot send headers",
  level: "server",
  method: "POST",
  path: "/session",
  query: NoQuery,
  answer: Session,
  run(call) {
    const { sessions, needsToken } = call.server;
    const before = sessions.of(call);
    if (!needsToken || !call.headers.has("authorization")) return ok({ needsToken });
    if (before !== null) sessions.close(before);
    return withCookie(call, sessions.open());
  },
});

export const closeSession = withQuery({
  id: "close-session",
  summary: "End the session of the cookie of this call",
  level: "server",
  method: "DELETE",
  path: "/session",
  query: NoQuery,
  answer: Session,
  run(call) {
    const { sessions, needsToken } = call.server;
    const id = sessions.of(call);
    if (id === null) return ok({ needsToken });
    sessions.close(id);
    return withCookie(call, null);
  },
});

function withCookie(call: ControlCall, id: string | null): ControlAnswer {
  return {
    status: 200,
    json: { data: { needsToken: true } },
    headers: { "set-cookie": sessionCookie(call, id), "cache-control": "no-store" },
  };
}
