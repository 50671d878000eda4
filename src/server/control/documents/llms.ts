import { textType } from "../calls/media-types.ts";
import { withNoQuery } from "../calls/operation.ts";

/** GET `/llms.txt`: where a coding agent finds what, as https://llmstxt.org describes. It holds no secret. */
export const getLlms = withNoQuery({
  id: "get-llms",
  summary: "A short text that tells coding agents where to look, with the addresses of this server",
  level: "server",
  method: "GET",
  path: "/llms.txt",
  answer: null,
  mediaType: textType,
  run: ({ url, server: { needsToken, address } }) => ({
    status: 200,
    body: textFor(address.publicUrl() ?? address.servedAt() ?? new URL(url).origin, needsToken),
    mediaType: textType,
  }),
});

function textFor(origin: string, needsToken: boolean): string {
  const token = needsToken ? " Calls need the control token, as Authorization: Bearer." : "";
  return `# lead-sandbox

> A local sandbox of a mortgage-referral Lead API at ${origin}. It answers as the provider would, names the rule that
> decided each answer in x-sandbox-rules, and says in x-sandbox-reason why it refused.${token}

## Ask it

- [MCP](${origin}/_sandbox/mcp): tools over streamable HTTP; "npx lead-sandbox mcp --url ${origin}" serves them over stdio, and where HTTP is turned off
- [Rules](${origin}/_sandbox/rules): every rule that an answer can name
- [Coverage](${origin}/_sandbox/coverage): statuses, rules and transitions that the traffic has not met
- [Requests](${origin}/_sandbox/requests): the journal, newest first
- [Workspaces](${origin}/_sandbox/workspaces): the worlds; each has the variables of a client

## Read

- [Guide](${origin}/_sandbox/guide/): every page of the documentation; ${origin}/_sandbox/guide/search?words=WORDS finds paragraphs
- [OpenAPI of the Lead API](${origin}/_sandbox/spec/openapi.json)
- [OpenAPI of the control API](${origin}/_sandbox/openapi.json)
- [Both, to try out](${origin}/_sandbox/docs)
- [Kits](${origin}/_sandbox/kits): one file for tests in Python, Java, Go and other languages

## Test a client

- "npx lead-sandbox exec -- COMMAND": runs it against a sandbox of its own
- "npx lead-sandbox explore -- COMMAND": runs it under faults, and compares its claims with the records
- node_modules/lead-sandbox/skills/lead-sandbox/SKILL.md: how to write a client, step by step
- node_modules/lead-sandbox/docs/llms.txt: the pages of the package
`;
}
