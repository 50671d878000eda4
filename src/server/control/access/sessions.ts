/**
 * Browser sessions, opened with the control token or that of a workspace. An EventSource sends cookies but no custom
 * headers. A session is its cookie: a time, the workspace if there is one, and a message authentication code over
 * them, so that every sandbox with the same token accepts it.
 */
import { createHmac, hkdfSync, randomBytes } from "node:crypto";

import { dateNow } from "../../../base/values/native-timers.ts";
import { isHttps } from "../../../network/http/is-https.ts";
import type { Holder } from "./reach.ts";
import type { WorkspaceTokens } from "./workspace-tokens.ts";
import { isSameSecret } from "./workspace-tokens.ts";

/** What a valid cookie opens. */
export interface Session extends Holder {
  readonly id: string;
}

export interface Sessions {
  /** Opens a session for what a token opens, and returns its id. It ends after a day, and with its workspace. */
  readonly open: (workspaceId: string | null) => string;
  /** The session whose cookie a request carries, or null. */
  readonly of: (request: Pick<Request, "url" | "headers">) => Session | null;
  /** Ends a session in this process; elsewhere, only the removed cookie does. */
  readonly close: (session: Session) => void;
}

const longestMs = 24 * 60 * 60 * 1_000;
/** How many sessions of one holder can end before their day is over. One more ends all that the holder has open. */
const endedMax = 1_000;

/** The sessions of a control token; `now` is the system's time in epoch milliseconds. */
export function newSessions(
  token: string | null,
  tokens: Pick<WorkspaceTokens, "of">,
  now: () => number = dateNow,
): Sessions {
  const key = Buffer.from(hkdfSync("sha256", token ?? randomBytes(32), "", "session", 32));
  const signed = (text: string, workspaceId: string | null): string => {
    const opened = workspaceId === null ? "" : (tokens.of(workspaceId) ?? randomBytes(32));
    return createHmac("sha256", key).update(text).update(opened).digest("base64url");
  };
  const ended = new Map<string | null, EndedSessions>();
  const endedOf = (workspaceId: string | null): EndedSessions => {
    const known = ended.get(workspaceId);
    if (known !== undefined) return known;
    for (const id of ended.keys()) if (id !== null && tokens.of(id) === null) ended.delete(id);
    const own = newEndedSessions(now);
    ended.set(workspaceId, own);
    return own;
  };
  const sessionIn = (id: string): Session | null => {
    const [text = "", issued = "", workspaceId = null, signature = ""] =
      /^(([\da-z]+)\.[\w-]+(?:\.([\w-]+))?)\.([\w-]{43})$/.exec(id)?.slice(1) ?? [];
    if (!isSameSecret(signature, signed(text, workspaceId)) || !isCurrent(issued, now()))
      return null;
    return ended.get(workspaceId)?.has(id) === true ? null : { id, workspaceId };
  };
  return {
    open(workspaceId) {
      const random = randomBytes(9).toString("base64url");
      const issued = ended.get(workspaceId)?.next() ?? now();
      const text = [issued.toString(36), random, workspaceId ?? []].flat().join(".");
      return `${text}.${signed(text, workspaceId)}`;
    },
    of({ url, headers }) {
      const prefix = `${cookieName(url)}=`;
      const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
      for (const cookie of cookies.filter((one) => one.startsWith(prefix))) {
        const session = sessionIn(cookie.slice(prefix.length));
        if (session !== null) return session;
      }
      return null;
    },
    close: ({ id, workspaceId }) => endedOf(workspaceId).add(id),
  };
}

/** The sessions of one holder that ended before their day was over. */
interface EndedSessions {
  readonly has: (id: string) => boolean;
  readonly add: (id: string) => void;
  /** When the next session begins. */
  readonly next: () => number;
}

function newEndedSessions(now: () => number): EndedSessions {
  const ids = new Set<string>();
  // All sessions that began until then ended together.
  let until = 0;
  const next = (): number => Math.max(now(), until + 1);
  return {
    has: (id) => ids.has(id) || Number.parseInt(id, 36) <= until,
    add(id) {
      if (ids.size >= endedMax) for (const one of ids) if (!isCurrent(one, now())) ids.delete(one);
      if (ids.size >= endedMax) {
        until = next();
        ids.clear();
      }
      ids.add(id);
    },
    next,
  };
}

/** Whether a session that begins with that time, in base 36, has not expired. A clock may go back by a minute. */
function isCurrent(issued: string, now: number): boolean {
  const age = now - Number.parseInt(issued, 36);
  return age >= -60_000 && age < longestMs;
}

/**
 * The Set-Cookie value that starts a session, or ends it if `id` is null. The session ends with the browser. Below the path
 * of a public URL, a browser takes the path of the call itself, with or without what a proxy takes off.
 */
export function sessionCookie(
  request: Pick<Request, "url" | "headers">,
  id: string | null,
  basePath: string,
) {
  return [
    `${cookieName(request.url)}=${id ?? ""}`,
    ...(basePath === "" ? ["Path=/_sandbox"] : []),
    "HttpOnly",
    "SameSite=Strict",
    ...(isHttps(request) ? ["Secure"] : []),
    ...(id === null ? ["Max-Age=0"] : []),
  ].join("; ");
}

/** Browsers share cookies across ports; the port in the name separates sandboxes on one machine. */
function cookieName(url: string): string {
  const { port, protocol } = new URL(url);
  return `lead-sandbox-session-${port || (protocol === "https:" ? 443 : 80)}`;
}
