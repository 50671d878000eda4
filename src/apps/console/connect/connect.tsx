import { languages } from "../activity/copy-as.ts";
import { Copy } from "../parts/actions.tsx";
import { Table } from "../parts/controls.tsx";
import { Tabs } from "../parts/panel.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { baseUrl, boundTo, sandbox } from "../shell/connection.ts";
import { controlPage } from "../shell/documents.ts";
import { linkTo, workspaceId } from "../shell/route.ts";

export function Connect() {
  const described = useResource(() => sandbox().workspaces.get(workspaceId.value), /^(?:firm|key)/);
  return (
    <section class="page">
      <h1>Connect</h1>
      <p>
        Give your client this address, a key and a Firm. The key decides the workspace: nothing else
        in the client changes.
      </p>
      <Loaded resource={described}>{({ variables }) => <Settings variables={variables} />}</Loaded>
      {boundTo.value === null && <Server />}
    </section>
  );
}

function Settings({ variables }: { readonly variables: Readonly<Record<string, string>> }) {
  const { LEAD_API_URL: url = "", LEAD_API_KEY: key, LEAD_API_FIRM_ID: firm = "" } = variables;
  if (key === undefined) {
    return (
      <p>
        This workspace has no key for the sandbox of the Partner API.{" "}
        <a href={controlPage} target="_blank" rel="noreferrer">
          Issue one
        </a>
      </p>
    );
  }
  const lines = Object.entries(variables).map((pair) => pair.join("="));
  return (
    <>
      <h2 class="section">Variables</h2>
      <Snippet code={lines.join("\n")} />
      <h2 class="section">First call</h2>
      <Tabs label="Language" name="in" tabs={Object.fromEntries(tabsOf(url, key, firm))} />
      <p>
        Every key and Firm is in <a href={linkTo("world")}>World</a>.
      </p>
    </>
  );
}

function Server() {
  const health = useResource(() => sandbox().health());
  return (
    <Loaded resource={health}>
      {({ surfaces, https, version }) => (
        <>
          <h2 class="section">Server</h2>
          <Table
            heads={["API", "Environment", "Hosts", "Port"]}
            rows={surfaces.map(({ api, environment, hosts, port }) => [
              api,
              environment,
              hosts.length === 0 ? "any" : hosts.join(", "),
              port ?? location.port,
            ])}
          />
          <Https https={https} />
          <p class="quiet">
            lead-sandbox {version} · <a href={`${baseUrl()}/_sandbox/docs`}>API reference</a>
          </p>
        </>
      )}
    </Loaded>
  );
}

type Health = Awaited<ReturnType<ReturnType<typeof sandbox>["health"]>>;

function Https({ https }: Pick<Health, "https">) {
  if (https === null) {
    return (
      <p class="quiet">
        HTTPS is off. Start the server with <span class="mono">--https on</span> to serve it with a
        certificate of its own authority.
      </p>
    );
  }
  return (
    <p>
      HTTPS at <span class="mono">{https.url}</span>. Trust{" "}
      <a href={https.certificate} download="ca.crt">
        this certificate
      </a>
      , for Node with <span class="mono">NODE_EXTRA_CA_CERTS</span>.
    </p>
  );
}

function tabsOf(url: string, apiKey: string, firmId: string) {
  const headers = { "x-api-key": apiKey };
  const call = { method: "GET", url: `${url}/v1/firms/${firmId}/leads`, headers, body: null };
  const codes = [...languages].map(([name, write]) => [name, write(call)] as const);
  return [...codes, ["Vitest", vitest] as const].map(
    ([name, code]) => [name, [name, () => <Snippet code={code} />]] as const,
  );
}

function Snippet({ code }: { readonly code: string }) {
  return (
    <>
      <Copy text={code} />
      <pre class="code">{code}</pre>
    </>
  );
}

const vitest = `import { test } from "lead-sandbox/vitest";

test("creates a Lead", async ({ workspace }) => {
  const { url, apiKey, firmId, client } = workspace;
});`;
