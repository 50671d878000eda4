/** Turns a request into code that sends it, in the languages of clients. */
import { shellQuoted } from "../../../base/values/shell-quoted.ts";

export interface Sendable {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Headers that every client sets itself. */
const ownHeaders: ReadonlySet<string> = new Set([
  ..."host connection content-length accept-encoding transfer-encoding keep-alive".split(" "),
  ..."user-agent accept-language origin referer te upgrade".split(" "),
]);

/** The headers that a developer would write by hand to call a surface. */
export function writtenHeaders(headers: Sendable["headers"], surface: string): Sendable["headers"] {
  const written = Object.entries(headers).filter(
    ([name]) => !ownHeaders.has(name.toLowerCase()) && !/^sec-|^x-forwarded/i.test(name),
  );
  return { ...Object.fromEntries(written), ...hostHeader(surface, headers["host"]) };
}

/** An address, or a name without a dot: neither selects an API by itself. */
const plainHost = /^(?:[^.]*|[\d.]+|\[.*\])(?::\d+)?$/;

/** The header that selects the API of a surface, as `sent` did unless a port selected it; none for the default one. */
export function hostHeader(surface: string, sent = ""): { readonly host?: string } {
  if (surface === "partner-sandbox") return {};
  return { host: plainHost.test(sent) ? `${surface.replace("-sandbox", "")}.localhost` : sent };
}

/** Each header as `name: value`. */
export function linesOf(headers: object): readonly string[] {
  return Object.entries(headers).map((pair) => pair.join(": "));
}

/** What writes a request as code, by the name of the language. */
export const languages: ReadonlyMap<string, (call: Sendable) => string> = new Map([
  ["curl", curl],
  [".http", http],
  ["fetch", (call) => ("host" in call.headers ? nodeCall(call) : fetchCall(call))],
  ["Python", python],
  ["Go", go],
  ["Java", java],
]);

function curl({ method, url, headers, body }: Sendable): string {
  // Brackets and braces in a URL are glob patterns to curl.
  const globs = /[[\]{}]/.test(url) ? "--globoff " : "";
  const verb = method === "GET" ? "" : method === "HEAD" ? "--head " : `-X ${method} `;
  return [
    `curl -i ${globs}${verb}${shellQuoted(url)}`,
    ...linesOf(headers).map((line) => `-H ${shellQuoted(line)}`),
    ...(body === null ? [] : [`--data-raw ${shellQuoted(body)}`]),
  ].join(" \\\n  ");
}

function http({ method, url, headers, body }: Sendable): string {
  return [`${method} ${url}`, ...linesOf(headers), ...(body === null ? [] : ["", body])].join("\n");
}

function fetchCall({ method, url, headers, body }: Sendable): string {
  const init = {
    ...(method === "GET" ? {} : { method }),
    headers,
    ...(body === null ? {} : { body }),
  };
  return `const response = await fetch(${JSON.stringify(url)}, ${JSON.stringify(init, null, 2)});
console.log(response.status, await response.text());`;
}

function nodeCall({ method, url, headers, body }: Sendable): string {
  return `// fetch cannot set the header Host.
import { request } from ${JSON.stringify(`node:${url.slice(0, url.indexOf(":"))}`)};

const options = ${JSON.stringify({ method, headers }, null, 2)};
const sent = request(${JSON.stringify(url)}, options, async (response) => {
  const parts = await response.setEncoding("utf8").toArray();
  console.log(response.statusCode, parts.join(""));
});
sent.end(${body === null ? "" : JSON.stringify(body)});`;
}

function perHeader(headers: Sendable["headers"], line: (name: string, value: string) => string) {
  return Object.entries(headers)
    .map(([name, value]) => `\n${line(name, value)}`)
    .join("");
}

function python({ method, url, headers, body }: Sendable): string {
  const data = body === null ? "" : `\n    data=${JSON.stringify(body)}.encode(),`;
  return `import urllib.error
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    method=${JSON.stringify(method)},
    headers=${JSON.stringify(headers, null, 4).replaceAll("\n", "\n    ")},${data}
)
try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    response = error
print(response.status, response.read().decode())`;
}

function go({ method, url, headers, body }: Sendable): string {
  const quoted = JSON.stringify;
  const reader = body === null ? "nil" : `strings.NewReader(${quoted(body)})`;
  const lines = perHeader(headers, (name, value) =>
    name === "host"
      ? `\trequest.Host = ${quoted(value)}`
      : `\trequest.Header.Set(${quoted(name)}, ${quoted(value)})`,
  );
  const check = "\tif err != nil {\n\t\tpanic(err)\n\t}";
  return `package main

import (
\t"fmt"
\t"io"
\t"net/http"${body === null ? "" : '\n\t"strings"'}
)

func main() {
\trequest, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${reader})
${check}${lines}
\tresponse, err := http.DefaultClient.Do(request)
${check}
\tdefer response.Body.Close()
\tbody, err := io.ReadAll(response.Body)
${check}
\tfmt.Println(response.StatusCode, string(body))
}`;
}

function java({ method, url, headers, body }: Sendable): string {
  const publisher = body === null ? "noBody()" : `ofString(${javaText(body)})`;
  const lines = perHeader(
    headers,
    (name, value) => `        .header(${javaText(name)}, ${javaText(value)})`,
  );
  const restricted = `\n    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");`;
  return `import java.net.URI;
import java.net.http.*;

public class Send {
  public static void main(String[] args) throws Exception {${"host" in headers ? restricted : ""}
    var request = HttpRequest.newBuilder(URI.create(${javaText(encodedUrl(url))}))${lines}
        .method(${JSON.stringify(method)}, HttpRequest.BodyPublishers.${publisher})
        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.body());
  }
}`;
}

/** A Java string literal in ASCII, because Java may read source files in another encoding. */
function javaText(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function encodedUrl(url: string): string {
  return url.replaceAll(/["<>\\^`{|}]/g, encodeURIComponent);
}
