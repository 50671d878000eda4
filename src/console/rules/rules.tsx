import type { Rule } from "../activity/why.tsx";
import { RuleText, useChoices } from "../activity/why.tsx";
import { Check } from "../parts/controls.tsx";
import { Filter, Search } from "../parts/list.tsx";
import { Empty, Loaded, useResource } from "../parts/resource.tsx";
import { counted } from "../parts/times.ts";
import { sandbox, workspace } from "../shell/connection.ts";
import type { Place } from "../shell/route.ts";
import { linkTo, place, setQuery } from "../shell/route.ts";

const standings = ["documented", "reference", "assumed"];

/** The rule catalogue: each statement, its source, and how often the traffic cited it. */
export function Rules() {
  const { id, query } = place.value;
  const catalogue = useResource(() => sandbox().rules());
  const coverage = useResource(() => workspace().coverage(), /^request/);
  const choices = useChoices().value ?? {};
  const uses = new Map(coverage.value?.rules.map((rule) => [rule.id, rule.count]) ?? []);
  const isShown = (rule: Rule): boolean =>
    id === null
      ? matches(rule, query, { uses: uses.get(rule.id) ?? 0, chosen: choices[rule.id] })
      : rule.id === id;
  return (
    <section class="page">
      <h1>Rules</h1>
      <Tools query={query} />
      <Loaded resource={catalogue}>
        {({ data }) => {
          const shown = data.filter(isShown);
          if (shown.length === 0) return <Empty title="No rule matches" />;
          return (
            <>
              <p class="quiet">
                {id === null ? (
                  counted(shown.length, "rule")
                ) : (
                  <a href={linkTo("rules")}>All rules</a>
                )}
              </p>
              {shown.map((rule) => {
                const count = uses.get(rule.id) ?? 0;
                return (
                  <article key={rule.id} class="rule card" aria-label={rule.id}>
                    <RuleText
                      id={rule.id}
                      rule={rule}
                      chosen={choices[rule.id]}
                      {...(count > 0 && { uses: counted(count, "answer") })}
                    />
                    {rule.source !== undefined && <p class="quiet">Source: {rule.source}</p>}
                  </article>
                );
              })}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

interface Use {
  readonly uses: number;
  readonly chosen: string | undefined;
}

function matches(rule: Rule, query: Place["query"], { uses, chosen = rule.default }: Use): boolean {
  const { q = "", standing = "", mine = "", switched = "" } = query;
  const text = `${rule.id} ${rule.clause} ${rule.statement}`.toLowerCase();
  return (
    text.includes(q.toLowerCase()) &&
    (standing === "" || rule.standing === standing) &&
    (mine === "" || (uses > 0 && rule.alternatives !== undefined)) &&
    (switched === "" || chosen !== rule.default)
  );
}

function Tools({ query }: { readonly query: Place["query"] }) {
  const { mine = "", switched = "" } = query;
  return (
    <div class="buttons">
      <Search label="Search rules" placeholder="A word, an id, or a clause such as 4.3" />
      <Filter label="Standing" name="standing" options={[["", "Any standing"], ...standings]} />
      <Check
        name="Open points that my traffic depends on"
        isOn={mine !== ""}
        onChange={(isOn) => setQuery({ mine: isOn ? "yes" : "" })}
      />
      <Check
        name="Not as by default"
        isOn={switched !== ""}
        onChange={(isOn) => setQuery({ switched: isOn ? "yes" : "" })}
      />
    </div>
  );
}
