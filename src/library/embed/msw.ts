/** Intercepts requests to the provider's hosts with Mock Service Worker. A sandbox in this process answers them. */
import type { HttpHandler } from "msw";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";

import { hostMatcher, providerHosts } from "./hosts.ts";
import type { Sandbox } from "./sandbox.ts";

/** Selects the requests that go to the sandbox. */
export interface InterceptOptions {
  /** Hosts or patterns of hosts, such as `api.partner.*`; by default those of all four surfaces. */
  readonly hosts?: readonly string[];
}

/** An active interception. */
export interface Interception extends Disposable {
  /** Stops the interception; requests go to the network again. */
  readonly stop: () => void;
}

/** Handlers for your own `setupServer`: the sandbox answers requests to the hosts. */
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
 * Sends requests of the global `fetch`, `node:http` and `node:https` to the sandbox if they match the hosts. It
 * needs no port; other requests go to the network.
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
