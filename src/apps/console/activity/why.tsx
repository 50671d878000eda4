import { act } from "../parts/actions.tsx";
import { Check, Prose } from "../parts/controls.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { guideUrl, sandbox, workspace } from "../shell/connection.ts";
import { linkTo } from "../shell/route.ts";
import type { JournaledRequest } from "./request.ts";

export type Rule = Awaited<ReturnType<ReturnType<typeof sandbox>["rules"]>>["data"][number];

/** The assumptions of the workspace, by rule. */
export function useChoices() {
  return useResource(() => workspace().assumptions.get(), /^assumptions/);
}

/** The rules in the order in which they applied; assumed ones can be switched. */
export function Why({ rules, hints = [] }: Pick<JournaledRequest, "rules" | "hints">) {
  const catalogue = useResource(() => sandbox().rules());
  const choices = useChoices();
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
              return (
                <li key={id} class="rule">
                  <RuleText id={id} rule={rule} chosen={choices.value?.[id]} />
                </li>
              );
            })}
          </ol>
        )}
      </Loaded>
    </section>
  );
}

interface RuleTextProps {
  readonly id: string;
  readonly rule: Rule | undefined;
  /** The chosen alternative; by default the rule's own. */
  readonly chosen: string | undefined;
  /** How many answers cited it. */
  readonly uses?: string;
}

export function RuleText({ id, rule, chosen = rule?.default, uses }: RuleTextProps) {
  return (
    <>
      <p class="rule-head">
        <a class="mono" href={linkTo("rules", id)}>
          {id}
        </a>
        {rule !== undefined && (
          <small class={rule.standing === "assumed" ? "warn" : "quiet"}>{rule.standing}</small>
        )}
        {rule !== undefined && <span class="quiet">interface {rule.clause}</span>}
        {uses !== undefined && <a href={linkTo("activity", null, { q: `rule:${id}` })}>{uses}</a>}
      </p>
      <p>
        <Prose text={rule?.statement ?? ""} />{" "}
        <a href={guideUrl(`rules#${id}`)} target="_blank" rel="noreferrer">
          Guide
        </a>
      </p>
      {rule !== undefined && chosen !== undefined && <Choice rule={rule} chosen={chosen} />}
    </>
  );
}

/** The alternatives of an open point. The choice applies from the next request on. */
function Choice({ rule, chosen }: { readonly rule: Rule; readonly chosen: string }) {
  const { id, standing } = rule;
  const all = [...new Set([rule.default ?? chosen, ...(rule.alternatives ?? [])])];
  if (all.length < 2) return null;
  const choose = (choice: string) =>
    act(() => workspace().assumptions.set({ [id]: choice }), `${id} is ${choice} from now on.`);
  return (
    <fieldset class="choices">
      <legend>
        {standing === "assumed" ? "This point is open. Answer it as:" : "Answer it as:"}
      </legend>
      {all.map((choice) => (
        <Check
          key={choice}
          type="radio"
          name={`choice-${id}`}
          isOn={choice === chosen}
          onPick={() => choose(choice)}
        >
          <span class="mono">{choice}</span>
          {choice === rule.default && <span class="quiet"> default</span>}
        </Check>
      ))}
    </fieldset>
  );
}
