import { Copy } from "../parts/copy.tsx";
import { useResource } from "../parts/resource.ts";
import { Loaded } from "../parts/states.tsx";
import { sandbox } from "../shell/connection.ts";
import { linkTo, place, setQuery, workspaceId } from "../shell/route.ts";
import type { Target } from "./snippets.ts";
import { snippetsOf, variablesOf } from "./snippets.ts";

type Described = Awaited<ReturnType<ReturnType<typeof sandbox>["workspaces"]["get"]>>;

/** Everything that a client needs to reach this workspace. */
export function Connect() {
  const described = useResource(
    () => sandbox().workspaces.get(workspaceId.value),
    [workspaceId.value],
    /^(?:firm|key)/,
  );
  return (
    <section class="page">
      <h1>Connect</h1>
      <p>
        Give your client this address, a key and a Firm. The key decides the workspace: nothing else
        in the client changes.
      </p>
      <Loaded resource={described}>{(loaded) => <Settings described={loaded} />}</Loaded>
      <Server />
    </section>
  );
}

function Settings({ described }: { readonly described: Described }) {
  const firm = described.firms.find(({ apiKeys }) => keyIn(apiKeys, "Partner") !== null);
  const apiKey = firm === undefined ? null : keyIn(firm.apiKeys, "Partner");
  const realtorKey = keyIn(
    described.firms.flatMap(({ apiKeys }) => apiKeys),
    "Realtor",
  );
  if (firm === undefined || apiKey === null) {
    return (
      <p>
        This workspace has no key for the sandbox of the Partner API.{" "}
        <a href={linkTo("call", "issue-api-key")}>Issue one</a>
      </p>
    );
  }
  const target = { url: location.origin, apiKey, firmId: firm.id };
  const variables = variablesOf(target, realtorKey);
  return (
    <>
      <h2 class="section">
        Variables <Copy text={variables} />
      </h2>
      <pre class="code">{variables}</pre>
      <Snippets target={target} />
      <p>
        Every key and Firm is in <a href={linkTo("world")}>World</a>.
      </p>
    </>
  );
}

function keyIn(
  keys: Described["firms"][number]["apiKeys"],
  roleType: "Partner" | "Realtor",
): string | null {
  const found = keys.find((key) => key.roleType === roleType && key.environment === "sandbox");
  return found?.key ?? null;
}

function Snippets({ target }: { readonly target: Target }) {
  const snippets = snippetsOf(target);
  const wanted = place.value.query["in"] ?? "";
  const shown = snippets.has(wanted) ? wanted : "curl";
  const code = snippets.get(shown) ?? "";
  return (
    <>
      <h2 class="section">
        First call <Copy text={code} />
      </h2>
      <div class="buttons" role="group" aria-label="Language">
        {[...snippets.keys()].map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === shown}
            onClick={() => setQuery({ in: name })}
          >
            {name}
          </button>
        ))}
      </div>
      <pre class="code">{code}</pre>
    </>
  );
}

/** The surfaces of the server and its certificate. */
function Server() {
  const health = useResource(() => sandbox().health(), []);
  return (
    <Loaded resource={health}>
      {({ surfaces, https, version }) => (
        <>
          <h2 class="section">Server</h2>
          <div class="table">
            <table>
              <thead>
                <tr>
                  <th>API</th>
                  <th>Environment</th>
                  <th>Hosts</th>
                  <th>Port</th>
                </tr>
              </thead>
              <tbody>
                {surfaces.map(({ api, environment, hosts, port }) => (
                  <tr key={`${api}-${environment}`}>
                    <td>{api}</td>
                    <td>{environment}</td>
                    <td class="mono">{hosts.length === 0 ? "any" : hosts.join(", ")}</td>
                    <td class="mono">{port ?? location.port}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Https https={https} />
          <p class="quiet">
            lead-sandbox {version} · <a href="/_sandbox/docs">API reference</a>
          </p>
        </>
      )}
    </Loaded>
  );
}

interface HttpsProps {
  readonly https: { readonly url: string; readonly certificate: string } | null;
}

function Https({ https }: HttpsProps) {
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
