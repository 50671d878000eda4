/** A client that has the provider's hosts in its code reaches a sandbox in this process, through Mock Service Worker. */
import type { HttpHandler } from "msw";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";

import { hostMatcher, providerHosts } from "./hosts.ts";
import type { Sandbox } from "./sandbox.ts";

/** Which requests go to the sandbox. */
export interface InterceptOptions {
  /** Hosts or patterns of hosts, such as `api.partner.*`; those of all four surfaces when left out. */
  readonly hosts?: readonly string[];
}

/** Interception that is under way. */
export interface Interception extends Disposable {
  /** Gives every request back to the network. */
  readonly stop: () => void;
}

/** Handlers for a `setupServer` of one's own: what is sent to the hosts is answered by the sandbox. */
export function handlers(
  sandbox: Pick<Sandbox, "fetch">,
  { hosts = providerHosts }: InterceptOptions = {},
): HttpHandler[] {
  const isHost = hostMatcher(hosts);
  return [
    http.all(
      ({ request }) => isHost(request.url),
      async ({ request }) => {
        try {
          return await sandbox.fetch(request);
        } catch (error) {
          if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error();
          throw error;
        }
      },
    ),
  ];
}

/**
 * Sends what global `fetch`, `node:http` and `node:https` are asked for at the hosts to the sandbox, with no port; every
 * other request goes where it would.
 */
export function intercept(
  sandbox: Pick<Sandbox, "fetch">,
  options?: InterceptOptions,
): Interception {
  const server = setupServer(...handlers(sandbox, options));
  server.listen({ onUnhandledFrame: "bypass" });
  const stop = (): void => server.close();
  return { stop, [Symbol.dispose]: stop };
}
