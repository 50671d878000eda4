import { destroy } from "../parts/actions.ts";
import { Button } from "../parts/controls.tsx";
import { Empty, Loaded, useResource } from "../parts/resource.tsx";
import { momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { FaultForm } from "./form.tsx";
import { Held } from "./held.tsx";
import { sentenceOf } from "./situations.ts";

type Fault = Awaited<ReturnType<ReturnType<typeof workspace>["faults"]["list"]>>["data"][number];

/** The planned faults. */
export function Faults() {
  const faults = useResource(() => workspace().faults.list(), /^fault/);
  const removeAll = {
    title: "Remove all faults",
    loses: "All planned faults and their hits are lost. Held requests continue.",
    confirm: "Remove all",
    done: "All faults were removed.",
    run: () => workspace().faults.clear(),
  };
  return (
    <section class="page">
      <h1>Faults</h1>
      <FaultForm />
      <h2 class="section">Planned</h2>
      <Loaded resource={faults}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No fault is planned">
              <p>Plan one above: the next request that matches meets it.</p>
            </Empty>
          ) : (
            <>
              {data.map((fault) => (
                <OneFault key={fault.id} fault={fault} />
              ))}
              <Button kind="danger" run={() => destroy(removeAll)}>
                Remove all
              </Button>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function OneFault({ fault }: { readonly fault: Fault }) {
  const { id, state, hits, times, probability, expiresAt, held = [] } = fault;
  const remove = {
    title: "Remove the fault",
    loses: "The fault and its hits are lost. Held requests continue.",
    confirm: "Remove",
    done: "The fault was removed.",
    run: () => workspace().faults.remove(id),
  };
  return (
    <article class="card fault" aria-label={`Fault ${id}`}>
      <p>{sentenceOf(fault)}</p>
      <p class="quiet">
        {state} · {hits} of {times ?? "any number of"} hits
        {probability < 1 && ` · ${probability * 100} % of the matching requests`}
        {expiresAt !== null && ` · until ${momentOf(expiresAt)}`} · {id}
      </p>
      {held.length > 0 && (
        <ul class="plain-list" aria-label="Held requests">
          {held.map((request) => (
            <Held key={request.requestId} faultId={id} request={request} />
          ))}
        </ul>
      )}
      <Button run={() => destroy(remove)}>Remove</Button>
    </article>
  );
}
