import { act } from "../parts/actions.ts";
import { Copy } from "../parts/copy.tsx";
import { useResource } from "../parts/resource.ts";
import { Empty, Loaded, Loading } from "../parts/states.tsx";
import { sandbox, workspace } from "../shell/connection.ts";
import { go, linkTo, workspaceId } from "../shell/route.ts";

/** Shown for a workspace without traffic: the command that sends its first request. */
export function FirstRequest() {
  // The page knows no requests before the stream has started.
  const count = useResource(() => workspace().requests.count(), [workspaceId.value]);
  return (
    <Loaded resource={count}>{(requests) => (requests === 0 ? <NoRequest /> : <Loading />)}</Loaded>
  );
}

function NoRequest() {
  return (
    <Empty title="No request yet">
      <p>Send the first Lead, or point your client at this address.</p>
      <FirstLead />
    </Empty>
  );
}

/** The command that creates a Lead, and a button that sends it. */
export function FirstLead() {
  const described = useResource(
    () => sandbox().workspaces.get(workspaceId.value),
    [workspaceId.value],
  );
  return (
    <Loaded resource={described}>
      {({ firms }) => {
        const firm = firms.find(({ apiKeys }) => apiKeys.some(isUsable));
        const key = firm?.apiKeys.find(isUsable)?.key;
        if (firm === undefined || key === undefined) {
          return <p>This workspace has no key for the sandbox of the Partner API.</p>;
        }
        return <Creation firmId={firm.id} apiKey={key} />;
      }}
    </Loaded>
  );
}

function isUsable({ roleType, environment }: { roleType: string; environment: string }): boolean {
  return roleType === "Partner" && environment === "sandbox";
}

const lead = { firstName: "Maya", lastName: "Lindqvist", email: "maya@example.com" };

function Creation({ firmId, apiKey }: { readonly firmId: string; readonly apiKey: string }) {
  const url = `${location.origin}/v1/firms/${firmId}/leads`;
  const body = JSON.stringify(lead);
  const command = `curl -i ${url} \\\n  -H 'x-api-key: ${apiKey}' \\\n  -H 'content-type: application/json' \\\n  -d '${body}'`;
  const send = () =>
    act(async () => {
      const headers = { "x-api-key": apiKey, "content-type": "application/json" };
      await fetch(url, { method: "POST", headers, body });
    }, null);
  return (
    <>
      <pre class="code">{command}</pre>
      <div class="buttons">
        <Copy text={command} name="Copy the command" />
        <button type="button" class="primary" onClick={() => void send()}>
          Send it from here
        </button>
        <button type="button" onClick={() => go(linkTo("connect"))}>
          Connect a client
        </button>
      </div>
    </>
  );
}
