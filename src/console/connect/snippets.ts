/** Code that points a client at this sandbox, in the languages of clients. */

export interface Target {
  readonly url: string;
  readonly apiKey: string;
  readonly firmId: string;
}

/** The environment variables that `lead-sandbox exec` sets. */
export function variablesOf({ url, apiKey, firmId }: Target, realtorKey: string | null): string {
  return [
    `LEAD_API_URL=${url}`,
    `LEAD_API_KEY=${apiKey}`,
    ...(realtorKey === null ? [] : [`LEAD_API_REALTOR_KEY=${realtorKey}`]),
    `LEAD_API_FIRM_ID=${firmId}`,
  ].join("\n");
}

interface Snippet {
  readonly name: string;
  readonly write: (target: Target) => string;
}

export const snippets: readonly Snippet[] = [
  {
    name: "curl",
    write: ({ url, apiKey, firmId }) =>
      `curl ${url}/v1/firms/${firmId}/leads -H 'x-api-key: ${apiKey}'`,
  },
  {
    name: "TypeScript",
    write: ({ url, apiKey, firmId }) =>
      [
        `const response = await fetch("${url}/v1/firms/${firmId}/leads", {`,
        `  headers: { "x-api-key": "${apiKey}" },`,
        "});",
        "console.log(response.status, await response.json());",
      ].join("\n"),
  },
  {
    name: "Python",
    write: ({ url, apiKey, firmId }) =>
      [
        "import json, urllib.request",
        "",
        "request = urllib.request.Request(",
        `    "${url}/v1/firms/${firmId}/leads",`,
        `    headers={"x-api-key": "${apiKey}"},`,
        ")",
        "print(json.load(urllib.request.urlopen(request)))",
      ].join("\n"),
  },
  {
    name: "Go",
    write: ({ url, apiKey, firmId }) =>
      [
        `request, _ := http.NewRequest("GET", "${url}/v1/firms/${firmId}/leads", nil)`,
        `request.Header.Set("x-api-key", "${apiKey}")`,
        "response, err := http.DefaultClient.Do(request)",
      ].join("\n"),
  },
  {
    name: "Java",
    write: ({ url, apiKey, firmId }) =>
      [
        `var request = HttpRequest.newBuilder(URI.create("${url}/v1/firms/${firmId}/leads"))`,
        `    .header("x-api-key", "${apiKey}")`,
        "    .build();",
        "var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());",
      ].join("\n"),
  },
  {
    name: "Vitest",
    write: () =>
      [
        'import { test } from "lead-sandbox/vitest";',
        "",
        'test("creates a Lead", async ({ workspace }) => {',
        "  const { url, apiKey, firmId, client } = workspace;",
        "});",
      ].join("\n"),
  },
];
