/** Turns a request into code that sends it, in the languages of clients. */

export interface Sendable {
  readonly method: string;
  /** The full URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Headers that every client sets itself. */
const ownHeaders: ReadonlySet<string> = new Set([
  ..."host connection content-length accept-encoding transfer-encoding keep-alive".split(" "),
  ..."user-agent accept-language origin referer te upgrade".split(" "),
]);

/** The headers that a developer would write by hand. */
export function writtenHeaders(headers: Sendable["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !ownHeaders.has(name.toLowerCase()) && !/^sec-|^x-forwarded/i.test(name),
    ),
  );
}

export const languages = {
  curl: { name: "curl", write: curl },
  http: { name: ".http", write: http },
  fetch: { name: "fetch", write: fetchCall },
  python: { name: "Python", write: python },
  go: { name: "Go", write: go },
  java: { name: "Java", write: java },
} as const;
export type Language = keyof typeof languages;

function curl({ method, url, headers, body }: Sendable): string {
  const parts = [
    // Brackets and braces in a URL are glob patterns to curl.
    [
      "curl -i",
      ...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
      ...methodOption(method),
      shellQuoted(url),
    ].join(" "),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${shellQuoted(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

function methodOption(method: string): readonly string[] {
  if (method === "GET") return [];
  return [method === "HEAD" ? "--head" : `-X ${method}`];
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function http({ method, url, headers, body }: Sendable): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...lines, ...(body === null ? [] : ["", body])].join("\n");
}

function fetchCall({ method, url, headers, body }: Sendable): string {
  const fields = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    `  headers: ${indented(JSON.stringify(headers, null, 2))},`,
    ...(body === null ? [] : [`  body: ${JSON.stringify(body)},`]),
  ];
  return `const response = await fetch(${JSON.stringify(url)}, {\n${fields.join("\n")}\n});\nconsole.log(response.status, await response.text());`;
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

function python({ method, url, headers, body }: Sendable): string {
  const named = Object.entries(headers).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  return [
    "import urllib.error",
    "import urllib.request",
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(url)},`,
    `    method=${JSON.stringify(method)},`,
    ...(named.length === 0 ? [] : ["    headers={", ...named, "    },"]),
    ...(body === null ? [] : [`    data=${JSON.stringify(body)}.encode(),`]),
    ")",
    "try:",
    "    response = urllib.request.urlopen(request)",
    "except urllib.error.HTTPError as error:",
    "    response = error",
    "print(response.status, response.read().decode())",
  ].join("\n");
}

function go({ method, url, headers, body }: Sendable): string {
  const reader = body === null ? "nil" : `strings.NewReader(${JSON.stringify(body)})`;
  return [
    "package main",
    "",
    "import (",
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    ...(body === null ? [] : ['\t"strings"']),
    ")",
    "",
    "func main() {",
    `\trequest, err := http.NewRequest(${JSON.stringify(method)}, ${JSON.stringify(url)}, ${reader})`,
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    ...Object.entries(headers).map(
      ([name, value]) => `\trequest.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
    ),
    "\tresponse, err := http.DefaultClient.Do(request)",
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    "\tdefer response.Body.Close()",
    "\tbody, err := io.ReadAll(response.Body)",
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    "\tfmt.Println(response.StatusCode, string(body))",
    "}",
  ].join("\n");
}

function java({ method, url, headers, body }: Sendable): string {
  const publisher =
    body === null
      ? "HttpRequest.BodyPublishers.noBody()"
      : `HttpRequest.BodyPublishers.ofString(${javaText(body)})`;
  return [
    "import java.net.URI;",
    "import java.net.http.HttpClient;",
    "import java.net.http.HttpRequest;",
    "import java.net.http.HttpResponse;",
    "",
    "public class Send {",
    "  public static void main(String[] args) throws Exception {",
    `    var request = HttpRequest.newBuilder(URI.create(${javaText(encodedUrl(url))}))`,
    ...Object.entries(headers).map(
      ([name, value]) => `        .header(${javaText(name)}, ${javaText(value)})`,
    ),
    `        .method(${JSON.stringify(method)}, ${publisher})`,
    "        .build();",
    "    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());",
    '    System.out.println(response.statusCode() + " " + response.body());',
    "  }",
    "}",
  ].join("\n");
}

/** A Java string literal in ASCII, because Java may read source files in another encoding. */
function javaText(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Encodes the characters that Java rejects in a URI. */
function encodedUrl(url: string): string {
  return url.replaceAll(/["<>\\^`{|}]/g, encodeURIComponent);
}
