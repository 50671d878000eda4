import type { Entry, SandboxEvent } from "../activity/entries.ts";
import { eventText } from "../activity/event-text.ts";
import { statusText } from "../activity/line.tsx";
import { act, destroy } from "../parts/actions.ts";
import { Button } from "../parts/controls.tsx";
import { Json } from "../parts/json.tsx";
import { Facts, Panel } from "../parts/panel.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { entries, entriesVersion } from "../shell/live.ts";
import { linkTo } from "../shell/route.ts";
import { Plans } from "./plans.tsx";

export type LeadRecord = Awaited<ReturnType<ReturnType<typeof workspace>["leads"]["get"]>>;

const changes = /^(?:lead|plan|client|staff)\b/;

export function LeadPanel({ id }: { readonly id: string }) {
  const lead = useResource(() => workspace().leads.get(id), changes, [id]);
  return (
    <Panel label="Lead">
      <Loaded resource={lead}>{(loaded) => <Opened lead={loaded} />}</Loaded>
    </Panel>
  );
}

function Opened({ lead }: { readonly lead: LeadRecord }) {
  const { id, email, state, clientProfileId } = lead;
  return (
    <>
      <h2 class="panel-title">
        <State state={state} /> {email}
      </h2>
      <Next lead={lead} />
      <h3>Life line</h3>
      <LifeLine lead={lead} />
      {clientProfileId !== null && <Plans leadId={id} clientId={clientProfileId} />}
      <h3>Record</h3>
      {/* The control API answers with every field of the field table. */}
      <Facts rows={Object.entries(lead).map(([name, value]) => [name, <Field value={value} />])} />
      <p>
        <a href={linkTo("activity", null, { q: `lead:${id}` })}>Requests about this Lead</a>
        {" · "}
        <a href={linkTo("mail", null, { lead: id })}>Mail about it</a>
      </p>
    </>
  );
}

const tones = { Active: "accent", Converted: "good", Archived: "quiet" };

export function State({ state }: Pick<LeadRecord, "state">) {
  return <span class={`small strong ${tones[state]}`}>{state}</span>;
}

function Field({ value }: { readonly value: unknown }) {
  if (value === null) return <span class="quiet">none</span>;
  return typeof value === "string" ? <bdi>{value}</bdi> : <Json value={value} />;
}

function Next({ lead: { id, email, state } }: { readonly lead: LeadRecord }) {
  if (state !== "Active") {
    return <p class="quiet">{state} is the end of a Lead: nothing changes it any more.</p>;
  }
  const { leads } = workspace();
  const archive = {
    title: `Archive the Lead of ${email}`,
    loses: "The Lead ends: it cannot sign up, and no client can change it.",
    done: `The Lead of ${email} was archived.`,
    run: () => leads.archive(id),
  };
  return (
    <ul class="plain-list">
      <li class="buttons">
        <Button class="primary" run={() => act(() => leads.convert(id), `${email} signed up.`)}>
          Sign up
        </Button>
        <span class="quiet">
          creates a client profile and its Plans, converts the Lead and mails its owner
        </span>
      </li>
      <li class="buttons">
        <Button run={() => destroy(archive)}>Archive</Button>
        <span class="quiet">ends the Lead without a client; no mail is sent</span>
      </li>
    </ul>
  );
}

/** The history of the Lead from this workspace's events; from the record itself if they are gone. */
function LifeLine({ lead }: { readonly lead: LeadRecord }) {
  void entriesVersion.value;
  const points = pointsOf(entries(), lead);
  return (
    <ol class="life">
      {points.length === 0 && <li>Created {momentOf(lead.createdAt)}</li>}
      {points.map(({ event, entry: { request } }) => (
        <li key={event.cursor}>
          <span class="quiet">{momentOf(event.at)}</span> {eventText(event).text}{" "}
          {request !== null && (
            <a href={linkTo("activity", request.id)}>
              {request.method} {statusText(request.status)}
            </a>
          )}{" "}
          {event.type === "mail.captured" && (
            <a href={linkTo("mail", eventText(event).link?.id ?? null)}>Read it</a>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The events and mail that concern the Lead, its client profile or one of its Plans, oldest first. */
function pointsOf(all: readonly Entry[], lead: LeadRecord) {
  const ids = new Set([lead.id, lead.clientProfileId, ...lead.plan_ids]);
  const isAbout = ({ type, data }: SandboxEvent): boolean =>
    Object.values(data).some((value) => typeof value === "string" && ids.has(value)) ||
    (type === "mail.captured" && JSON.stringify(data["to"]).includes(`"${lead.email}"`));
  return all.flatMap((entry) => entry.caused.filter(isAbout).map((event) => ({ entry, event })));
}
