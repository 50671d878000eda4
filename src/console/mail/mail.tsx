import { FirstLead } from "../activity/first-request.tsx";
import { replaceWorld } from "../parts/actions.ts";
import { Button, Search, Select } from "../parts/controls.tsx";
import { Pager } from "../parts/pager.tsx";
import { useResource } from "../parts/resource.ts";
import { EmptyList, Loaded } from "../parts/states.tsx";
import { momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { useRowKeys } from "../shell/keys.ts";
import type { Place } from "../shell/route.ts";
import { linkTo, place, setQuery, unread, workspaceId } from "../shell/route.ts";
import { Message } from "./message.tsx";
import { capturedMails, isUnread, open } from "./unread.ts";

const pageSize = 50;
const kinds = { welcome: "Welcome", converted: "Converted", "plan-updated": "Plan updated" };
type Kind = keyof typeof kinds;

/** The captured mail. */
export function Mail() {
  const { id, query } = place.value;
  const { q = "", lead = "", kind = "", offset = "0" } = query;
  const mails = useResource(
    () =>
      workspace().emails.list({
        ...(q === "" ? {} : { search: q }),
        ...(lead === "" ? {} : { leadId: lead }),
        ...(isKind(kind) ? { kind } : {}),
        limit: pageSize,
        offset: Number(offset),
      }),
    [workspaceId.value, q, lead, kind, offset],
    /^mail\b/,
  );
  useRowKeys("mail", mails.value?.data ?? []);
  return (
    <div class={`split ${id === null ? "" : "split-open"}`}>
      <section class="split-list" aria-label="Mail">
        <Tools query={query} />
        <div class="scroll">
          <Loaded resource={mails}>
            {({ data, meta }) => (
              <>
                {data.length === 0 && (
                  <EmptyList
                    name="mail"
                    isFiltered={q + lead + kind !== ""}
                    onAll={() => setQuery({ q: "", lead: "", kind: "", offset: "" })}
                  >
                    <p>
                      A new Lead gets a welcome mail with a link to sign up. Owners get mail when a
                      Lead converts and when its Plan moves.
                    </p>
                    <FirstLead />
                  </EmptyList>
                )}
                <Rows mails={data} openId={id} />
                <Pager meta={meta} onPage={(to) => setQuery({ offset: String(to) })} />
              </>
            )}
          </Loaded>
        </div>
      </section>
      {id !== null && <Message id={id} key={id} />}
    </div>
  );
}

function Tools({ query }: Pick<Place, "query">) {
  const { q = "", lead = "", kind = "" } = query;
  return (
    <div class="tools">
      <h1>Mail</h1>
      <Search
        label="Search mail"
        placeholder="Recipient, subject or text"
        value={q}
        onText={(text) => setQuery({ q: text, offset: "" })}
      />
      <Select
        label="Kind"
        value={kind}
        options={[["", "All kinds"], ...Object.entries(kinds)]}
        onPick={(to) => setQuery({ kind: to, offset: "" })}
      />
      {lead !== "" && <Button run={() => setQuery({ lead: "" })}>About Lead {lead} ×</Button>}
      <Button isOff={unread.value === 0} run={() => open(capturedMails())}>
        Mark all as read
      </Button>
      <Button run={deleteAll}>Delete all</Button>
    </div>
  );
}

interface RowsProps {
  readonly mails: Awaited<ReturnType<ReturnType<typeof workspace>["emails"]["list"]>>["data"];
  readonly openId: string | null;
}

function Rows({ mails, openId }: RowsProps) {
  const { query } = place.value;
  return (
    <ul class="plain-list mails">
      {mails.map((mail) => (
        <li key={mail.id} aria-current={mail.id === openId ? "true" : undefined}>
          <a href={linkTo("mail", mail.id, query)} class={isUnread(mail.id) ? "mail-unread" : ""}>
            <span class="mail-to">{mail.to.join(", ")}</span>
            <time class="quiet">{momentOf(mail.at)}</time>
            <bdi class="mail-subject">{mail.subject}</bdi>
            <span class="quiet">{mail.relayed ?? mail.kind}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(kinds, kind);
}

async function deleteAll(): Promise<void> {
  await replaceWorld({
    title: "Delete all captured mail",
    loses: "All captured mail of this workspace is lost.",
    confirm: "Delete all mail",
    done: "All mail was deleted.",
    run: async () => {
      await workspace().emails.clear();
      open(capturedMails());
    },
  });
}
