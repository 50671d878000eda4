import { act, Copy } from "../parts/actions.tsx";
import { Button } from "../parts/controls.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { baseUrl, sandbox } from "../shell/connection.ts";
import { go, linkTo, workspaceId } from "../shell/route.ts";
import { languages } from "./copy-as.ts";

/** The command that sends a first request, and a button that does. */
export function FirstLead() {
  const described = useResource(() => sandbox().workspaces.get(workspaceId.value));
  return (
    <Loaded resource={described}>
      {({ variables: { LEAD_API_FIRM_ID: firmId, LEAD_API_KEY: apiKey } }) =>
        firmId === undefined || apiKey === undefined ? (
          <p>This workspace has no key for the sandbox of the Partner API.</p>
        ) : (
          <Creation firmId={firmId} apiKey={apiKey} />
        )
      }
    </Loaded>
  );
}

const lead = { firstName: "Maya", lastName: "Lindqvist", email: "maya@example.com" };

function Creation({ firmId, apiKey }: { readonly firmId: string; readonly apiKey: string }) {
  const url = `${baseUrl()}/v1/firms/${firmId}/leads`;
  const headers = { "x-api-key": apiKey, "content-type": "application/json" };
  const call = { method: "POST", url, headers, body: JSON.stringify(lead) };
  const command = languages.get("curl")?.(call) ?? "";
  return (
    <>
      <pre class="code">{command}</pre>
      <div class="buttons">
        <Copy text={command} name="Copy the command" />
        <Button class="primary" run={() => act(() => fetch(url, call), null)}>
          Send it from here
        </Button>
        <Button run={() => go(linkTo("connect"))}>Connect a client</Button>
      </div>
    </>
  );
}
