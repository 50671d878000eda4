/** Routes each request to one of the two planes: the control API or the emulated API. */
import { targetOf } from "../../domain/model/request-target.ts";
import { isControlPath, isFrontPage, probed } from "../../network/http/control-paths.ts";
import type { EmulatedEnv } from "../../world/workspace/requests/context.ts";
import { isSafeHost } from "../control/access/guard.ts";
import { withoutBasePath } from "./base-path.ts";
import type { EmulatedApi } from "./emulated-api.ts";
import type { Address } from "./served-address.ts";

/** Facts about a request that the request itself does not contain. */
interface Arrival extends Partial<Pick<EmulatedEnv["Bindings"], "surface" | "rawHeaders">> {
  readonly port?: number | undefined;
}

/** Routes each request by its path, below that of a public URL. If `hostsNow` returns hosts, only these reach the emulated API. */
export function answerOf(
  { fetch, operations }: Pick<EmulatedApi, "fetch" | "operations">,
  plane: (request: Request) => Promise<Response>,
  hostsNow: () => readonly string[] | null,
  { basePath, during }: Pick<Address, "basePath" | "during">,
): (request: Request, arrival: Arrival) => Response | Promise<Response> {
  const roots = new Set(operations.map(({ path }) => path.split("/", 2)[1] ?? ""));
  return (given, { port = null, surface, rawHeaders }) => {
    const base = basePath();
    const request = base === "" ? given : withoutBasePath(given, base, roots);
    if (request instanceof Response) return request;
    const target = targetOf(request.url);
    if (isControlPath(target.path) || isFrontPage(request, target.path)) {
      const call = () => plane(request);
      const probe = probed(request, target.path);
      if (probe !== null) return probe;
      return rawHeaders === undefined ? call() : during({ request, rawHeaders }, call);
    }
    const hosts = hostsNow();
    if (hosts !== null) {
      const { hostname } = new URL(request.url);
      if (!isSafeHost(hostname, hosts)) return refusedHost(hostname);
    }
    return fetch()(request, { target, rawHeaders, port, surface, dryRun: null });
  };
}

/** Not an answer of the interface and not journaled: the request may come from a web page after DNS rebinding. */
function refusedHost(host: string): Response {
  const reason = `The host ${host} is not allowed. Allow it with LEAD_SANDBOX_ALLOW_HOSTS.`;
  return Response.json(
    { message: "Forbidden" },
    { status: 403, headers: { "x-sandbox-reason": reason } },
  );
}
