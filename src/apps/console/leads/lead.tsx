import { planMayMove, planStatuses } from "../../../domain/model/plan.ts";
import { useChoices } from "../activity/why.tsx";
import { act, destroy } from "../parts/actions.tsx";
import { Button, Items } from "../parts/controls.tsx";
import { Json } from "../parts/json.tsx";
import { Menu } from "../parts/menu.tsx";
import { Cause, Facts, Panel } from "../parts/panel.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { momentOf } from "../parts/times.ts";
import { sandbox, workspace } from "../shell/connection.ts";
import { linkTo, workspaceId } from "../shell/route.ts";
import type { LeadLife } from "./moment-text.ts";
import { momentText } from "./moment-text.ts";

type LeadCalls = ReturnType<typeof workspace>["leads"];
export type LeadRecord = Awaited<ReturnType<LeadCalls["list"]>>["data"][number];

const changes = /^(?:lead|plan|client|staff)\b/;

export function LeadPanel({ id }: { readonly id: string }) {
  const lead = useResource(() => workspace().leads.get(id), changes, [id]);
  return (
    <Panel label="Lead">
      <Loaded resource={lead}>{(loaded) => <Opened lead={loaded} />}</Loaded>
    </Panel>
  );
}

function Opened({ lead }: { readonly lead: LeadLife }) {
  const { history: _history, ...record } = lead;
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
      <Facts
        rows={Object.entries(record).map(([name, value]) => [name, <Field value={value} />])}
      />
      <p>
        <a href={linkTo("activity", null, { q: `lead:${id}` })}>Requests about this Lead</a>
        {" · "}
        <a href={linkTo("mail", null, { lead: id })}>Mail about it</a>
      </p>
    </>
  );
}

const tones = { Active: "", Converted: "good", Archived: "quiet" };

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

/** The moments of the Lead, and the mail about it, each with what caused it. */
function LifeLine({ lead }: { readonly lead: LeadLife }) {
  const { id, history } = lead;
  const mails = useResource(
    () => workspace().emails.list({ leadId: id, environment: "all", limit: 200 }),
    /^mail\.captured/,
    [id],
  );
  const moments = history.map(({ at, cause, ...moment }) => ({
    at,
    text: momentText(moment, lead),
    more: <Cause cause={cause} />,
  }));
  const captured = (mails.value?.data ?? []).map((mail) => ({
    at: mail.at,
    text: `Mail captured: ${mail.kind} to ${mail.to.join(", ")}`,
    more: <a href={linkTo("mail", mail.id)}>Read it</a>,
  }));
  // A sort keeps a mail after the moment that caused it, which has the same time.
  const points = [...moments, ...captured.toReversed()].toSorted((one, other) =>
    one.at.localeCompare(other.at),
  );
  return (
    <ol class="life">
      <Items
        of={points.map(({ at, text, more }) => (
          <>
            <span class="quiet">{momentOf(at)}</span> {text} · {more}
          </>
        ))}
      />
    </ol>
  );
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
