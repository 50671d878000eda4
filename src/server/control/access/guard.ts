/**
 * Keeps web pages from calling the control plane. It rejects foreign origins, rebound host names and bodies that
 * are not JSON.
 */
import { isIP } from "node:net";

import type { HonoRequest } from "hono";

import { plainHostName } from "../../../base/values/host-pattern.ts";
import { workspaceNamedBy } from "../../../domain/model/workspace-token.ts";
import { forwardedBy } from "../../../network/http/forwarded.ts";
import { ControlError } from "../calls/control-error.ts";
import type { Holder } from "./reach.ts";
import { refuseBeyond } from "./reach.ts";
import type { Sessions } from "./sessions.ts";
import type { WorkspaceTokens } from "./workspace-tokens.ts";
import { isSameSecret } from "./workspace-tokens.ts";

export interface GuardOptions {
  /** Allowed host names, in addition to addresses and names that no public page can have. */
  readonly allowedHosts: () => readonly string[];
  /** Where a proxy serves the sandbox's pages; null without a public URL. */
  readonly publicUrl: () => string | null;
  /** Whether a client takes the host for the provider's, as calls that are intercepted do. */
  readonly isProviderHost: (host: string) => boolean;
  /** If set, calls require `Authorization: Bearer` with it, or a session cookie. */
  readonly token: string | null;
  /** The tokens that open one workspace, which calls below its path may send instead. */
  readonly tokens: Pick<WorkspaceTokens, "workspaceOf">;
  /** Whether the token opens no workspace but the default one. */
  readonly isIsolated: boolean;
  readonly sessions: Pick<Sessions, "of">;
}

/**
 * Returns who calls; null where no token is needed. Throws a 401 or 403 for a request that this plane must not serve.
 * `path` is the one that routes match. Pages that mail links to are open to anyone.
 */
export function guard(
  { raw: request, path }: Pick<HonoRequest, "raw" | "path">,
  isForAnyone: boolean,
  options: GuardOptions,
): Holder | null {
  const host = new URL(request.url).hostname;
  if (options.isProviderHost(plainHostName(host))) {
    throw new ControlError(403, `The host ${host} is the provider's, which has no control API.`, {
      hint: "Call it at LEAD_SANDBOX_CONTROL_URL, the address of the sandbox itself.",
    });
  }
  // The script and the style of the console tell nothing of a workspace, and with them the page can say what is wrong.
  if (/^\/_sandbox\/console\/[\w.-]+$/.test(new URL(request.url).pathname)) return null;
  if (!isSafeHost(host, options.allowedHosts())) {
    throw new ControlError(403, `The host ${host} is not allowed on the control API.`, {
      hint: "Use an address or a name under .localhost, or allow the name with LEAD_SANDBOX_ALLOW_HOSTS.",
    });
  }
  const origin = request.headers.get("origin");
  if (origin !== null && !isOwnOrigin(origin, request, options.publicUrl())) {
    throw new ControlError(403, `The origin ${origin} may not call the control API.`, {
      hint: "Only programs and the sandbox's own pages may call it. A proxy must pass the header Host on (proxy_set_header Host $http_host) or send X-Forwarded-Host, or the sandbox needs --public-url with its address.",
    });
  }
  const { pathname } = new URL(request.url);
  const isOpen = isForAnyone || isPublic(pathname);
  if (isCrossSite(request) && !(isNavigation(request) && isOpen)) {
    throw new ControlError(403, "Another website may not call the control API.", {
      hint: "The browser sent Sec-Fetch-Site: cross-site. Open the address itself instead of following a link to it.",
    });
  }
  if (options.token === null || isOpen) return null;
  const holder = authenticate(request, options.token, options);
  refuseBeyond(holder, { method: request.method, path }, options.isIsolated);
  return holder;
}

/**
 * Throws a 401 for a request with neither a token nor a session. Throws a 403 for a session cookie from a page of
 * another origin.
 */
function authenticate(
  request: Request,
  token: string,
  { tokens, sessions }: Pick<GuardOptions, "tokens" | "sessions">,
): Holder {
  const given = givenToken(request.headers.get("authorization") ?? "");
  if (isSameSecret(given, token)) return { workspaceId: null };
  const workspaceId = tokens.workspaceOf(given);
  if (workspaceId !== null) return { workspaceId };
  const isGiven = request.headers.has("authorization");
  const session = isGiven ? null : sessions.of(request);
  if (session === null) {
    const ended = workspaceNamedBy(given);
    if (ended !== null) {
      throw new ControlError(401, `This token does not open the workspace "${ended}" any more.`, {
        hint: `POST /_sandbox/workspaces/${ended}/token makes a new one, with the control token.`,
        headers: challengeTo(request),
      });
    }
    const problem = isGiven ? "Invalid control token." : "Missing control token.";
    throw new ControlError(401, problem, {
      hint: "Send Authorization: Bearer with the value of LEAD_SANDBOX_CONTROL_TOKEN. In a browser, enter it as the password, with any user name.",
      headers: challengeTo(request),
    });
  }
  if (isByOwnPage(request)) return session;
  throw new ControlError(403, "Only a page of the sandbox may call the control API by cookie.", {
    hint: "Send Origin or Sec-Fetch-Site of the same origin, as browsers do, or the token in Authorization: Bearer.",
  });
}

/**
 * Whether a request with a cookie comes from a page of this origin, or from a typed URL or a link. Browsers also
 * send the cookie to other ports of the host.
 */
function isByOwnPage(request: Request): boolean {
  const { method, headers } = request;
  const site = headers.get("sec-fetch-site");
  if (!["GET", "HEAD"].includes(method)) {
    return site === null ? headers.has("origin") : site === "same-origin";
  }
  return site === null || site === "same-origin" || site === "none" || isNavigation(request);
}

/** The challenge that makes a browser ask its user. Scripts of a page handle the 401 themselves. */
function challengeTo({ headers }: Request): Readonly<Record<string, string>> {
  const isByScript = (headers.get("sec-fetch-mode") ?? "navigate") !== "navigate";
  return isByScript ? {} : { "www-authenticate": 'Basic realm="lead-sandbox", charset="UTF-8"' };
}

/** The pages and the contracts of both planes are public, because a browser that opens a page sends no token. */
function isPublic(pathname: string): boolean {
  return (
    isEntrance(pathname) ||
    /^\/_sandbox\/(?:(?:docs|console)\/[\w.-]+|guide(?:\/[\w.-]*)?|docs|llms\.txt|openapi\.json|spec\/openapi\.json|kits(?:\/[\w-]+)?)$/.test(
      pathname,
    )
  );
}

function isEntrance(pathname: string): boolean {
  return /^\/_sandbox\/?$/.test(pathname);
}

function isCrossSite({ headers }: Request): boolean {
  return headers.get("sec-fetch-site") === "cross-site";
}

/** Whether a person followed a link: only they see the answer, no script does. */
function isNavigation({ method, headers }: Request): boolean {
  return (
    method === "GET" &&
    headers.get("sec-fetch-mode") === "navigate" &&
    headers.get("sec-fetch-dest") === "document"
  );
}

/** Names of one machine or one private network, `.svc` those of a Kubernetes cluster. */
const safeSuffixes = [".localhost", ".internal", ".local", ".svc"];

/**
 * Whether no public page can have this host, or the settings allow it. `*.` at the start of an allowed host matches
 * its subdomains.
 */
export function isSafeHost(host: string, allowed: readonly string[]): boolean {
  const name = plainHostName(host.replace(/^\[|\]$/g, ""));
  if (isIP(name) !== 0 || !name.includes(".")) return true;
  return (
    safeSuffixes.some((suffix) => name.endsWith(suffix)) ||
    allowed.some((one) => matches(plainHostName(one), name))
  );
}

function matches(pattern: string, name: string): boolean {
  if (!pattern.startsWith("*.")) return pattern === name;
  return name.endsWith(pattern.slice(1));
}

/**
 * Whether a page of this server sent the request: at its host, at that of a proxy, which a page of another site cannot
 * name, or at the public URL.
 */
function isOwnOrigin(origin: string, { url, headers }: Request, publicUrl: string | null): boolean {
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  const { host } = new URL(url);
  const hosts = [host, forwardedBy(headers).host ?? host];
  return hosts.some((one) =>
    [`http://${one}`, `https://${one}`].some((own) => new URL(own).origin === origin),
  );
}

/** The bearer token, or the password of clients that only support basic authentication, such as Mailpit's. */
export function givenToken(authorization: string): string {
  const [, scheme = "", text = ""] = /^(bearer|basic) +(.*)$/is.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== "basic") return text;
  return Buffer.from(text, "base64")
    .toString("utf8")
    .replace(/^[^:]*:/, "");
}
