/** Browser sessions, opened with the control token. An EventSource sends cookies but no custom headers. */
import { randomBytes } from "node:crypto";

import { isHttps } from "../http/is-https.ts";

export interface Sessions {
  /** Opens a session and returns its id; ends the oldest one at the limit. */
  readonly open: () => string;
  /** The session whose cookie a request carries, or null. */
  readonly of: (request: Pick<Request, "url" | "headers">) => string | null;
  readonly close: (id: string) => void;
}

const sessionsMax = 100;

/** Starts without sessions and keeps them in memory only. */
export function newSessions(): Sessions {
  const ids = new Set<string>();
  return {
    open() {
      const [oldest] = ids;
      if (oldest !== undefined && ids.size >= sessionsMax) ids.delete(oldest);
      const id = randomBytes(32).toString("base64url");
      ids.add(id);
      return id;
    },
    of({ url, headers }) {
      const prefix = `${cookieName(url)}=`;
      const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
      const sent = cookies
        .filter((cookie) => cookie.startsWith(prefix))
        .map((cookie) => cookie.slice(prefix.length));
      return sent.find((id) => ids.has(id)) ?? null;
    },
    close: (id) => void ids.delete(id),
  };
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
