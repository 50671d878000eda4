import { useEffect, useState } from "preact/hooks";

import { act, Copy } from "../parts/actions.tsx";
import { Button, Check } from "../parts/controls.tsx";
import { Cause, Facts, Panel, Tabs } from "../parts/panel.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { momentOf } from "../parts/times.ts";
import { baseUrl, workspace } from "../shell/connection.ts";
import { linkTo, workspaceId } from "../shell/route.ts";
import { open as markOpened } from "./unread.ts";

type Whole = Awaited<ReturnType<ReturnType<typeof workspace>["emails"]["get"]>>;

export function Message({ id }: { readonly id: string }) {
  const mail = useResource(() => workspace().emails.get(id), /^mail\.relay/, [id]);
  useEffect(() => markOpened([id]), [id]);
  return (
    <Panel label="Message">
      <Loaded resource={mail}>{(loaded) => <Opened mail={loaded} />}</Loaded>
    </Panel>
  );
}

function Opened({ mail }: { readonly mail: Whole }) {
  const { id, subject, from, to, at, kind, links, text, headers } = mail;
  return (
    <>
      <h2 class="panel-title">
        <bdi>{subject}</bdi>
      </h2>
      <Facts
        rows={[
          ["from", from],
          ["to", to.join(", ")],
          ["at", momentOf(at)],
          ["kind", kind],
          ["caused by", <CausedBy mail={mail} />],
          ["relayed", <Relayed mail={mail} />],
        ]}
      />
      <ul class="plain-list">
        {links.map((link) => (
          <li key={link}>
            <a href={link} target="_blank" rel="noreferrer">
              {link}
            </a>{" "}
            <Copy text={link} />
          </li>
        ))}
      </ul>
      <Tabs
        label="Parts of the mail"
        name="tab"
        tabs={{
          html: ["HTML", () => <Html id={id} />],
          text: ["Text", () => <pre class="code">{text}</pre>],
          source: ["Source", () => <Source id={id} />],
          headers: [
            "Headers",
            () => <Facts rows={headers.map(({ name, value }) => [name, value])} />,
          ],
        }}
      />
    </>
  );
}

/** The frame has no scripts, forms, network access or rights of the page. Its links open in a new tab. */
function Html({ id }: { readonly id: string }) {
  const [isNarrow, setNarrow] = useState(false);
  const path = [workspaceId.value, "emails", id].map(encodeURIComponent).join("/");
  return (
    <>
      <Check isOn={isNarrow} onPick={setNarrow}>
        As wide as a phone
      </Check>
      <iframe
        class={`frame ${isNarrow ? "frame-phone" : ""}`}
        title="The mail as HTML"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src={`${baseUrl()}/_sandbox/workspaces/${path}/html?links=new-tab`}
      />
    </>
  );
}

function Source({ id }: { readonly id: string }) {
  const source = useResource(() => workspace().emails.raw(id), undefined, [id]);
  return <Loaded resource={source}>{(text) => <pre class="code">{text}</pre>}</Loaded>;
}

function CausedBy({ mail: { cause, leadId } }: { readonly mail: Whole }) {
  return (
    <>
      <Cause cause={cause} />
      {typeof leadId === "string" && (
        <>
          {" · "}
          <a href={linkTo("leads", leadId)}>Lead {leadId}</a>
        </>
      )}
    </>
  );
}

/** The control API does not tell pending mail from mail that no server is there for, unless an attempt left a note. */
function Relayed({ mail: { id, relayed, relayNote } }: { readonly mail: Whole }) {
  const relay = () => act(() => workspace().emails.relay(id), "Queued for the mail server.");
  const unsent =
    relayNote === undefined ? "no: it is pending, or no mail server is configured" : "pending";
  return (
    <>
      {relayed ?? unsent}
      {relayNote !== undefined && `: ${relayNote}`}{" "}
      {relayed !== null && (
        <Button class="copy" run={relay}>
          Send again
        </Button>
      )}
    </>
  );
}
