import { act } from "../parts/actions.ts";
import { Prose } from "../parts/prose.tsx";
import { useResource } from "../parts/resource.ts";
import { Loaded } from "../parts/states.tsx";
import { sandbox, workspace } from "../shell/connection.ts";
import { linkTo, workspaceId } from "../shell/route.ts";
import type { JournaledRequest } from "./request.ts";

/** The rules in the order in which they applied; assumed ones can be switched. */
export function Why({ request }: { readonly request: JournaledRequest }) {
  const catalogue = useResource(() => sandbox().rules(), []);
  const choices = useResource(
    () => workspace().assumptions.get(),
    [workspaceId.value],
    /^assumptions/,
  );
  const { rules, hints = [] } = request;
  return (
    <section>
      <h3>Rules that decided, in order</h3>
      {rules.length === 0 && <p class="quiet">This answer cites no rule.</p>}
      {hints.map((hint) => (
        <p key={hint} class="hint">
          {hint}
        </p>
      ))}
      <Loaded resource={catalogue}>
        {({ data }) => (
          <ol class="rules">
            {rules.map((cited) => {
              const id = cited.replace(/;assumed$/, "");
              const rule = data.find((one) => one.id === id);
              const chosen = choices.value?.[id] ?? rule?.default ?? null;
              return <CitedRule key={id} id={id} rule={rule} chosen={chosen} />;
            })}
          </ol>
        )}
      </Loaded>
    </section>
  );
}

interface Rule {
  readonly clause: string;
  readonly standing: string;
  readonly statement: string;
  readonly default?: string | undefined;
  readonly alternatives?: readonly string[] | undefined;
}

interface CitedRuleProps {
  readonly id: string;
  readonly rule: Rule | undefined;
  readonly chosen: string | null;
}

function CitedRule({ id, rule, chosen }: CitedRuleProps) {
  return (
    <li class="rule">
      <p class="rule-head">
        <a class="mono" href={linkTo("rules", id)}>
          {id}
        </a>
        {rule !== undefined && (
          <span class={`standing-mark mark-${rule.standing}`}>{rule.standing}</span>
        )}
        {rule !== undefined && <span class="quiet">interface {rule.clause}</span>}
      </p>
      <p>
        <Prose text={rule?.statement ?? ""} />
      </p>
      {rule !== undefined && chosen !== null && <Choice id={id} rule={rule} chosen={chosen} />}
    </li>
  );
}

/** The alternatives of an open point. The choice applies from the next request on. */
export function Choice({
  id,
  rule,
  chosen,
}: CitedRuleProps & { readonly rule: Rule; readonly chosen: string }) {
  const all = [...new Set([rule.default ?? chosen, ...(rule.alternatives ?? [])])];
  if (all.length < 2) return null;
  const choose = (choice: string) =>
    act(() => workspace().assumptions.set({ [id]: choice }), `${id} is ${choice} from now on.`);
  return (
    <fieldset class="choices">
      <legend>
        {rule.standing === "assumed" ? "This point is open. Answer it as:" : "Answer it as:"}
      </legend>
      {all.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={`choice-${id}`}
            checked={choice === chosen}
            onChange={() => void choose(choice)}
          />
          <span class="mono">{choice}</span>
          {choice === rule.default && <span class="quiet"> default</span>}
        </label>
      ))}
    </fieldset>
  );
}
