/**
 * Browser sessions, opened with the control token. An EventSource sends cookies but no custom headers. A session is its
 * cookie: a time and a message authentication code over it, so that every sandbox with the same token accepts it.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

import { isHttps } from "../http/is-https.ts";

export interface Sessions {
  /** Opens a session and returns its id. It ends after a day. */
  readonly open: () => string;
  /** The session whose cookie a request carries, or null. */
  readonly of: (request: Pick<Request, "url" | "headers">) => string | null;
  /** Ends a session in this process; elsewhere, only the removed cookie does. */
  readonly close: (id: string) => void;
}

const longestMs = 24 * 60 * 60 * 1_000;

/** The sessions of a control token; `now` is the system's time in epoch milliseconds. */
export function newSessions(token: string | null, now: () => number = Date.now): Sessions {
  const key = Buffer.from(hkdfSync("sha256", token ?? randomBytes(32), "", "session", 32));
  const signed = (text: string): string =>
    createHmac("sha256", key).update(text).digest("base64url");
  const closed = new Set<string>();
  const isValid = (id: string): boolean => {
    const [issued = "", random = "", signature = ""] = id.split(".");
    if (closed.has(id) || !isSame(signature, signed(`${issued}.${random}`))) return false;
    return isCurrent(issued, now());
  };
  return {
    open() {
      const text = `${now().toString(36)}.${randomBytes(9).toString("base64url")}`;
      return `${text}.${signed(text)}`;
    },
    of({ url, headers }) {
      const prefix = `${cookieName(url)}=`;
      const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
      const sent = cookies
        .filter((cookie) => cookie.startsWith(prefix))
        .map((cookie) => cookie.slice(prefix.length));
      return sent.find(isValid) ?? null;
    },
    close(id) {
      for (const one of closed) if (!isCurrent(one, now())) closed.delete(one);
      closed.add(id);
    },
  };
}

/** Whether a session that begins with that time, in base 36, has not expired. A clock may go back by a minute. */
function isCurrent(issued: string, now: number): boolean {
  const age = now - Number.parseInt(issued, 36);
  return age >= -60_000 && age < longestMs;
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
/** The Set-Cookie value that starts a session, or ends it if `id` is null. The session ends with the browser. */
export function sessionCookie(request: Pick<Request, "url" | "headers">, id: string | null) {
  return [
    `${cookieName(request.url)}=${id ?? ""}`,
    "Path=/_sandbox",
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
