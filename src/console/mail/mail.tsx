import { FirstLead } from "../activity/first-request.tsx";
import { replaceWorld } from "../parts/actions.ts";
import { Pager } from "../parts/pager.tsx";
import { useResource } from "../parts/resource.ts";
import { Empty, Loaded } from "../parts/states.tsx";
import { momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { useRowKeys } from "../shell/keys.ts";
import { linkTo, place, setQuery, workspaceId } from "../shell/route.ts";
import { Message } from "./message.tsx";

const pageSize = 50;

/** The captured mail. */
export function Mail() {
  const { id, query } = place.value;
  const { q = "", lead = "", offset = "0" } = query;
  const mails = useResource(
    () =>
      workspace().emails.list({
        ...(q === "" ? {} : { to: q }),
        ...(lead === "" ? {} : { leadId: lead }),
        limit: pageSize,
        offset: Number(offset),
      }),
    [workspaceId.value, q, lead, offset],
    /^mail\b/,
  );
  useRowKeys("mail", mails.value?.data ?? []);
  return (
    <div class={`split ${id === null ? "" : "split-open"}`}>
      <section class="split-list" aria-label="Mail">
        <Tools search={q} lead={lead} />
        <div class="scroll">
          <Loaded resource={mails}>
            {({ data, meta }) => (
              <>
                {data.length === 0 && <NoMail isFiltered={q !== "" || lead !== ""} />}
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

interface RowsProps {
  readonly mails: Awaited<ReturnType<ReturnType<typeof workspace>["emails"]["list"]>>["data"];
  readonly openId: string | null;
}

function Rows({ mails, openId }: RowsProps) {
  const { query } = place.value;
  return (
    <ul class="plain-list mails">
      {mails.map(({ id, to, at, subject, relayed, kind }) => (
        <li key={id} aria-current={id === openId ? "true" : undefined}>
          <a href={linkTo("mail", id, query)}>
            <span class="mail-to">{to.join(", ")}</span>
            <time class="quiet">{momentOf(at)}</time>
            <bdi class="mail-subject">{subject}</bdi>
            <span class="quiet">{relayed ?? kind}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

async function deleteAll(): Promise<void> {
  await replaceWorld({
    title: "Delete all captured mail",
    loses: "All captured mail of this workspace is lost.",
    confirm: "Delete all mail",
    done: "All mail was deleted.",
    run: () => workspace().emails.clear(),
  });
}

function Tools({ search, lead }: { readonly search: string; readonly lead: string }) {
  return (
    <div class="tools">
      <h1>Mail</h1>
      <span class="filter">
        <input
          type="search"
          data-search
          aria-label="Search by recipient"
          placeholder="Recipient"
          value={search}
          onInput={({ currentTarget }) => setQuery({ q: currentTarget.value, offset: "" })}
        />
      </span>
      {lead !== "" && (
        <button type="button" onClick={() => setQuery({ lead: "" })}>
          About Lead {lead} ×
        </button>
      )}
      <button type="button" onClick={() => void deleteAll()}>
        Delete all
      </button>
    </div>
  );
}

function NoMail({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No mail matches">
      <button type="button" onClick={() => setQuery({ q: "", lead: "", offset: "" })}>
        Show all mail
      </button>
    </Empty>
  ) : (
    <Empty title="No mail yet">
      <p>
        A new Lead gets a welcome mail with a link to sign up. Owners get mail when a Lead converts
        and when its Plan moves.
      </p>
      <FirstLead />
    </Empty>
  );
}
