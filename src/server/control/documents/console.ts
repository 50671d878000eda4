/** The console: the page for people. A package contains it built; from source, the first request bundles it. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { ControlError } from "../calls/control-error.ts";
import type { ControlAnswer, ControlCall } from "../calls/operation.ts";
import { withNoQuery } from "../calls/operation.ts";

/** Addresses are relative, because a proxy may serve the page below a path. The script replaces the sentence. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>lead-sandbox</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="console/console.css" />
    <script type="module" src="console/console.js"></script>
  </head>
  <body>
    <noscript>The console needs JavaScript. The <a href="guide/">guide</a> and these commands work without it:
      <pre>npx lead-sandbox leads list
npx lead-sandbox emails list
npx lead-sandbox time show</pre></noscript>
    <div id="page"><p id="late">The console has not started, because its script did not arrive. A proxy in front
      must pass the header Host on, in nginx with <code>proxy_set_header Host $http_host;</code>, or send
      X-Forwarded-Host. Or start the sandbox with --public-url and the address of the proxy.</p></div>
  </body>
</html>
`;

/** Allows only the sandbox's own files and calls; captured mail is shown in a frame without scripts. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const getConsole = withNoQuery({
  id: "get-console",
  summary: "The console: a page that shows requests and triggers events",
  level: "server",
  method: "GET",
  path: "/",
  answer: null,
  mediaType: "text/html; charset=utf-8",
  run: (call) =>
    compressed(call, page, "text/html; charset=utf-8", {
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
    }),
});

const mediaTypes = {
  "console.js": "text/javascript; charset=utf-8",
  "console.css": "text/css; charset=utf-8",
} as const;
type Asset = keyof typeof mediaTypes;

export const getConsoleAsset = withNoQuery({
  id: "get-console-asset",
  summary: "A script or style of the console",
  level: "server",
  method: "GET",
  path: "/console/{file}",
  answer: null,
  mediaType: "text/*",
  async run(call) {
    const name = call.params["file"] ?? "";
    if (!isAsset(name))
      throw new ControlError(404, `The console has no file ${JSON.stringify(name)}.`);
    return compressed(call, await contentOf(name), mediaTypes[name], {
      "cache-control": "no-cache",
    });
  },
});

/** The answer with a text, compressed for a client that accepts gzip (RFC 9110, section 12.5.3). */
function compressed(
  { headers: sent }: Pick<ControlCall, "headers">,
  text: string,
  mediaType: string,
  more: Readonly<Record<string, string>>,
): ControlAnswer {
  const headers = { ...more, vary: "accept-encoding" };
  if (!acceptsGzip(sent.get("accept-encoding") ?? "")) {
    return { status: 200, body: text, mediaType, headers };
  }
  const body = new Uint8Array(gzipSync(text));
  return { status: 200, body, mediaType, headers: { ...headers, "content-encoding": "gzip" } };
}

/** Whether a list such as `gzip;q=0.5, br` has gzip, or any coding, with a weight above 0. */
function acceptsGzip(accepted: string): boolean {
  const weights = accepted.split(",").map((part) => {
    const [coding = "", ...parameters] = part.toLowerCase().split(";");
    const weight = parameters.find((one) => one.trim().startsWith("q="))?.split("=")[1];
    return [coding.trim(), Number(weight ?? 1)] as const;
  });
  const of = (name: string) => weights.find(([coding]) => coding === name)?.[1];
  return (of("gzip") ?? of("x-gzip") ?? of("*") ?? 0) > 0;
}

function isAsset(name: string): name is Asset {
  return Object.hasOwn(mediaTypes, name);
}

async function contentOf(name: Asset): Promise<string> {
  const built = fileURLToPath(new URL(`../console/${name}`, import.meta.url));
  if (existsSync(built)) return readFileSync(built, "utf8");
  return (await bundled()).files[name];
}

/** The project's bundler, which a package does not contain. */
async function bundled(): Promise<{ readonly files: Readonly<Record<Asset, string>> }> {
  const script = new URL("../../../../scripts/bundle-console.ts", import.meta.url).href;
  const { bundleConsole }: { readonly bundleConsole: typeof bundled } = await import(script);
  return bundleConsole();
}
