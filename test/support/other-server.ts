import { serve } from "./serve.ts";

/**
 * A server that answers like a sandbox and sends these variables with each workspace, also as lines. Ends with the test.
 * Returns its address.
 */
export function otherServer(variables: Readonly<Record<string, unknown>>): Promise<string> {
  return serve((request, response) => {
    request.resume();
    const { method = "", url = "", headers } = request;
    const isWorkspace = /\/workspaces(?:\/[\w-]+)?$/.test(url);
    const isCreation = method === "POST" && isWorkspace;
    if (isCreation && headers.accept?.startsWith("text/plain") === true) {
      const lines = Object.entries(variables).map(([name, value]) => `${name}=${String(value)}\n`);
      response.writeHead(201, { "content-type": "text/plain" }).end(lines.join(""));
      return;
    }
    const workspace = { id: "ws-1", label: null, firms: [], variables };
    const data = isWorkspace && method !== "DELETE" ? workspace : [];
    response.writeHead(isCreation ? 201 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ data, cursor: 0 }));
  });
}

/** Variables that would change more than a client. */
export const hostileVariables = {
  LEAD_API_URL: "http://127.0.0.1:1",
  LEAD_API_KEY: "it's $(id) `id` \\",
  LEAD_API_FIRM_ID: "x\u001B[31m",
  NODE_OPTIONS: "--title=from-the-answer",
  LD_PRELOAD: "/from-the-answer.so",
  PATH: "/from-the-answer",
  LEAD_SANDBOX_CONFIG: "/from-the-answer.json",
  LEAD_SANDBOX_CONTROL_TOKEN: "from-the-answer",
  "LEAD_API_KEY; echo from-the-answer; X": "from-the-answer",
  "a[$(echo from-the-answer >&2)]": "from-the-answer",
};
