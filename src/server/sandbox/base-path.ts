import { hasVersion, targetOf } from "../../domain/model/request-target.ts";
import { isControlPath, isFrontPage } from "../../network/http/control-paths.ts";

/**
 * Takes the path of the public URL off a request that a proxy passes on as it came. Another proxy has taken it off
 * already, so it stays where the rest is not a path of the sandbox. Answers a browser at the path itself with the way to
 * the page below it.
 */
export function withoutBasePath(
  request: Request,
  basePath: string,
  roots: ReadonlySet<string>,
): Request | Response {
  const { path } = targetOf(request.url);
  if (path !== basePath && !path.startsWith(`${basePath}/`)) return request;
  const rest = path.slice(basePath.length);
  if (rest === "") return isFrontPage(request, "/") ? toFolder(basePath) : request;
  const isOwn =
    isControlPath(rest) ||
    isFrontPage(request, rest) ||
    hasVersion(rest) ||
    (roots.has(rest.split("/", 2)[1] ?? "") && !hasVersion(path));
  return isOwn ? moved(request, basePath, rest) : request;
}

/** Relative, because the proxy may serve another scheme and port. */
function toFolder(basePath: string): Response {
  const location = `${basePath.slice(basePath.lastIndexOf("/") + 1)}/`;
  return new Response(null, { status: 308, headers: { location } });
}

function moved(request: Request, basePath: string, rest: string): Request {
  const { method, headers, signal, body, url } = request;
  const at = url.indexOf("/", url.indexOf("//") + 2);
  const target = url.slice(0, at) + rest + url.slice(at + basePath.length + rest.length);
  return new Request(target, {
    method,
    headers,
    signal,
    ...(body === null ? {} : { body, duplex: "half" }),
  });
}
