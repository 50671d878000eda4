import { planMayMove, planStatuses } from "../../../domain/model/plan.ts";
import { useChoices } from "../activity/why.tsx";
import { act } from "../parts/actions.ts";
import { Button } from "../parts/controls.tsx";
import { Menu } from "../parts/menu.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { sandbox, workspace } from "../shell/connection.ts";
import { workspaceId } from "../shell/route.ts";

type Plan = Awaited<ReturnType<ReturnType<typeof workspace>["leads"]["plans"]>>["data"][number];

/** The Plans of the client that a Lead converted to, and their possible next stages. */
export function Plans({ leadId, clientId }: Readonly<Record<"leadId" | "clientId", string>>) {
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
