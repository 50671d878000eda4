import type { ComponentChildren } from "preact";

import { act } from "../parts/actions.ts";
import { Copy } from "../parts/copy.tsx";
import { LongText } from "../parts/json.tsx";
import { Facts, Panel } from "../parts/panel.tsx";
import { useResource } from "../parts/resource.ts";
import { Loaded } from "../parts/states.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { entries, entriesVersion } from "../shell/live.ts";
import { go, linkTo, place, workspaceId } from "../shell/route.ts";

type Whole = Awaited<ReturnType<ReturnType<typeof workspace>["emails"]["get"]>>;

const tabs = [
  { id: "html", name: "HTML" },
  { id: "text", name: "Text" },
  { id: "source", name: "Source" },
  { id: "headers", name: "Headers" },
] as const;
type TabId = (typeof tabs)[number]["id"];

/** One mail: its content, its source, and the request that caused it. */
export function Message({ id }: { readonly id: string }) {
  const { query } = place.value;
  const mail = useResource(
    () => workspace().emails.get(id),
    [workspaceId.value, id],
    /^mail\.relay/,
  );
  return (
    <Panel label="Message" onClose={() => go(linkTo("mail", null, query))}>
      <Loaded resource={mail}>{(loaded) => <Opened mail={loaded} />}</Loaded>
    </Panel>
  );
}

function Opened({ mail }: { readonly mail: Whole }) {
  const { query } = place.value;
  const { id, subject, from, to, at, kind, relayed, links } = mail;
  const open = tabs.find((tab) => tab.id === query["tab"])?.id ?? "html";
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
          ["relayed", <Relayed id={id} relayed={relayed} />],
        ]}
      />
      <Links links={links} />
      <Tabs
        label="Parts of the mail"
        tabs={tabs}
        open={open}
        linkTo={(tab) => linkTo("mail", id, { ...query, tab })}
      >
        <Part open={open} mail={mail} />
      </Tabs>
    </>
  );
}

function Part({ open, mail }: { readonly open: TabId; readonly mail: Whole }): ComponentChildren {
  switch (open) {
    case "html":
      // The frame has no scripts, forms, network access or rights of the page. Its links open in a new tab.
      return (
        <iframe
          class="frame"
          title="The mail as HTML"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          src={htmlAddress(mail.id)}
        />
      );
    case "text":
      return <LongText text={mail.text} />;
    case "source":
      return <Source id={mail.id} />;
    case "headers":
      return (
        <dl class="headers">
          {mail.headers.map(({ name, value }, at) => (
            <div key={`${name}-${at}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      );
  }
}

function htmlAddress(id: string): string {
  return `/_sandbox/workspaces/${encodeURIComponent(workspaceId.value)}/emails/${encodeURIComponent(id)}/html?links=new-tab`;
}

function Source({ id }: { readonly id: string }) {
  const source = useResource(() => workspace().emails.raw(id), [id]);
  return <Loaded resource={source}>{(text) => <LongText text={text} />}</Loaded>;
}

function Links({ links }: { readonly links: readonly string[] }) {
  if (links.length === 0) return null;
  return (
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
  );
}

function CausedBy({ mail }: { readonly mail: Whole }) {
  void entriesVersion.value;
  const { id, leadId } = mail;
  const cause = entries().findLast(({ caused }) =>
    caused.some(({ type, data }) => type === "mail.captured" && data["id"] === id),
  );
  const request = cause?.request ?? null;
  return (
    <>
      {request === null ? (
        "the platform"
      ) : (
        <a href={linkTo("activity", request.id)}>
          {request.method} {request.path}
        </a>
      )}
      {typeof leadId === "string" && (
        <>
          {" · "}
          <a href={linkTo("leads", leadId)}>Lead {leadId}</a>
        </>
      )}
    </>
  );
}

function Relayed({ id, relayed }: { readonly id: string; readonly relayed: string | null }) {
  const relay = () => act(() => workspace().emails.relay(id), "Queued for the mail server.");
  return (
    <>
      {relayed ?? "no: it stays in this sandbox"}{" "}
      {relayed !== null && (
        <button type="button" class="copy" onClick={() => void relay()}>
          Send again
        </button>
      )}
    </>
  );
}
