import { planMayMove, planStatuses } from "../../../domain/model/plan.ts";
import type { Entry, SandboxEvent } from "../activity/entries.ts";
import { eventText } from "../activity/event-text.ts";
import { statusText } from "../activity/line.tsx";
import { useChoices } from "../activity/why.tsx";
import { act, destroy } from "../parts/actions.ts";
import { Button } from "../parts/controls.tsx";
import { Json } from "../parts/json.tsx";
import { Menu } from "../parts/menu.tsx";
import { Facts, Panel } from "../parts/panel.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { momentOf } from "../parts/times.ts";
import { sandbox, workspace } from "../shell/connection.ts";
import { entries, entriesVersion } from "../shell/live.ts";
import { linkTo, workspaceId } from "../shell/route.ts";

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
          creates a client profile and Plans, converts every Active Lead of this email and mails the
          owners
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

type Plan = Awaited<ReturnType<ReturnType<typeof workspace>["leads"]["plans"]>>["data"][number];

/** The Plans of the client that a Lead converted to, and their possible next stages. */
function Plans({ leadId, clientId }: Readonly<Record<"leadId" | "clientId", string>>) {
  const plans = useResource(() => workspace().leads.plans(leadId), /^plan\b/, [leadId]);
  const open = () =>
    act(
      () => workspace().clientProfiles.openPlan(clientId, { type: "Buying" }),
      "The client opened a private Plan.",
    );
  return (
    <section>
      <h3>Plans</h3>
      <Loaded resource={plans}>
        {({ data }) => (
          <>
            {data.length === 0 && <p class="quiet">No Plan.</p>}
            {data.map((plan) => (
              <OnePlan key={plan.id} plan={plan} />
            ))}
          </>
        )}
      </Loaded>
      <div class="buttons">
        <Button run={open}>Open a private Plan</Button>
        <span class="quiet">the client opens one that no Firm sees</span>
      </div>
    </section>
  );
}

function OnePlan({ plan: { id, type, status, name, owners } }: { readonly plan: Plan }) {
  const choices = useChoices();
  const transitions = choices.value?.["plan.transitions"] === "any" ? "any" : "forward";
  const next = planStatuses.filter((to) => planMayMove(status, to, transitions));
  const move = (to: string) => {
    const stage = next.find((one) => one === to);
    if (stage === undefined) return;
    void act(() => workspace().plans.move(id, { status: stage }), `The Plan is ${stage}.`);
  };
  return (
    <div class="card">
      <p>
        <strong>{name ?? type}</strong> <span class="quiet mono">{id}</span>{" "}
        <span class="quiet">
          {owners.length === 0 ? "private" : `owned by ${owners.join(", ")}`}
        </span>
      </p>
      <div class="buttons">
        <span>{status}</span>
        {next.length > 0 && (
          <Menu label="Move to" items={next.map((stage) => [stage, stage])} onPick={move} />
        )}
        <LinkToFirm planId={id} owners={owners} />
      </div>
    </div>
  );
}

function LinkToFirm({ planId, owners }: { readonly planId: string } & Pick<Plan, "owners">) {
  const described = useResource(() => sandbox().workspaces.get(workspaceId.value));
  const firms = (described.value?.firms ?? []).filter(({ id }) => !owners.includes(id));
  if (firms.length === 0) return null;
  const link = (id: string) =>
    void act(() => workspace().plans.link(planId, id), `Staff linked the Plan to ${id}.`);
  return <Menu label="Link to" items={firms.map(({ id, name }) => [id, name])} onPick={link} />;
}
