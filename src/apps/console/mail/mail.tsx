import type { WorkspaceClient } from "../../../library/client/index.ts";
import { FirstLead } from "../activity/first-request.tsx";
import { environments } from "../leads/leads.tsx";
import { replaceWorld } from "../parts/actions.tsx";
import { Button } from "../parts/controls.tsx";
import { Filter, Paged, Search, Split } from "../parts/list.tsx";
import { useResource } from "../parts/resource.tsx";
import { momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { useRowKeys } from "../shell/keys.ts";
import { linkTo, place, setQuery, unread } from "../shell/route.ts";
import { Message } from "./message.tsx";
import { capturedMails, isUnread, open } from "./unread.ts";

const pageSize = 50;
const filters = ["q", "lead", "kind", "environment"];
const kinds = [
  ["welcome", "Welcome"],
  ["converted", "Converted"],
  ["plan-updated", "Plan updated"],
] as const;
const inEnvironments = [["", "All environments"], ...environments] as const;

export function Mail() {
  const { id, query } = place.value;
  const { q = "", lead = "", offset = "0" } = query;
  const [kind] = kinds.find(([name]) => name === query["kind"]) ?? [];
  const environment = environments.find((one) => one === query["environment"]) ?? "all";
  const mails = useResource(
    () =>
      workspace().emails.list({
        ...(q === "" ? {} : { search: q }),
        ...(lead === "" ? {} : { leadId: lead }),
        ...(kind === undefined ? {} : { kind }),
        environment,
        limit: pageSize,
        offset: Number(offset),
      }),
    /^mail\b/,
    [q, lead, kind, environment, offset],
  );
  useRowKeys(() => mails.value?.data ?? []);
  return (
    <Split
      name="Mail"
      tools={<Tools lead={lead} />}
      panel={id === null ? null : <Message id={id} key={id} />}
    >
      <Paged resource={mails} name="mail" filters={filters} empty={<FirstMail />}>
        {(data) => <Rows mails={data} />}
      </Paged>
    </Split>
  );
}

function FirstMail() {
  return (
    <>
      <p>
        A new Lead gets a welcome mail with a link to sign up. Owners get mail when a Lead converts
        and when its Plan moves.
      </p>
      <FirstLead />
    </>
  );
}

function Tools({ lead }: { readonly lead: string }) {
  return (
    <>
      <Search label="Search mail" placeholder="Recipient, subject or text" />
      <Filter label="Kind" name="kind" options={[["", "All kinds"], ...kinds]} />
      <Filter label="Environment" name="environment" options={inEnvironments} />
      {lead !== "" && <Button run={() => setQuery({ lead: "" })}>About Lead {lead} ×</Button>}
      <Button disabled={unread.value === 0} run={() => open(capturedMails())}>
        Mark all as read
      </Button>
      <Button run={deleteAll}>Delete all</Button>
    </>
  );
}

type CapturedMail = Awaited<ReturnType<WorkspaceClient["emails"]["list"]>>["data"][number];

function Rows({ mails }: { readonly mails: readonly CapturedMail[] }) {
  const { id: openId, query } = place.value;
  return (
    <ul class="plain-list mails">
      {mails.map((mail) => (
        <li key={mail.id} aria-current={mail.id === openId ? "true" : undefined}>
          <a href={linkTo("mail", mail.id, query)} class={isUnread(mail.id) ? "strong" : ""}>
            <span class="clip">{mail.to.join(", ")}</span>
            <time class="quiet">{momentOf(mail.at)}</time>
            <bdi class="clip">{mail.subject}</bdi>
            <span class="quiet">{mail.relayed ?? mail.kind}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

async function deleteAll(): Promise<void> {
  await replaceWorld({
    title: "Delete all captured mail",
    loses: "All captured mail of this workspace is lost, in both environments.",
    done: "All mail was deleted.",
    run: async () => {
      await workspace().emails.clear({ environment: "all" });
      open(capturedMails());
    },
  });
}
