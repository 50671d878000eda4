import type { Rule } from "../activity/why.tsx";
import { RuleText, useChoices } from "../activity/why.tsx";
import { Filter, Search, Switch } from "../parts/list.tsx";
import { Empty, Loaded, useResource } from "../parts/resource.tsx";
import { counted } from "../parts/times.ts";
import { sandbox, workspace } from "../shell/connection.ts";
import { linkTo, place } from "../shell/route.ts";

const standings = ["documented", "reference", "assumed"];

export function Rules() {
  const { id } = place.value;
  const catalogue = useResource(() => sandbox().rules());
  const coverage = useResource(loadCoverage, /^request/);
  const choices = useChoices().value ?? {};
  const { rules = [] } = coverage.value?.[0] ?? {};
  const uses = new Map(rules.map((rule) => [rule.id, rule]));
  const isShown = (rule: Rule): boolean =>
    id === null ? matches(rule, uses.get(rule.id)?.count ?? 0, choices[rule.id]) : rule.id === id;
  return (
    <section class="page">
      <h1>Rules</h1>
      <Tools />
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
                const { answers = 0 } = uses.get(rule.id) ?? {};
                return (
                  <article key={rule.id} class="rule card" aria-label={rule.id}>
                    <RuleText
                      id={rule.id}
                      rule={rule}
                      chosen={choices[rule.id]}
                      {...(answers > 0 && { uses: counted(answers, "answer") })}
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

/** The coverage, and how many requests of it the journal dropped: they have no rows. */
export async function loadCoverage() {
  const { coverage, requests } = workspace();
  const [covered, { dropped }] = await Promise.all([
    coverage({ answers: true }),
    requests.standing(),
  ]);
  return [covered, dropped] as const;
}

function matches(rule: Rule, uses: number, chosen = rule.default): boolean {
  const { q = "", standing = "", mine = "", switched = "" } = place.value.query;
  const text = `${rule.id} ${rule.clause} ${rule.statement}`.toLowerCase();
  return (
    text.includes(q.toLowerCase()) &&
    (standing === "" || rule.standing === standing) &&
    (mine === "" || (uses > 0 && rule.alternatives !== undefined)) &&
    (switched === "" || chosen !== rule.default)
  );
}

function Tools() {
  return (
    <div class="buttons">
      <Search label="Search rules" placeholder="A word, an id, or a clause such as 4.3" />
      <Filter label="Standing" name="standing" options={[["", "Any standing"], ...standings]} />
      <Switch name="mine">Open points that my traffic depends on</Switch>
      <Switch name="switched">Not as by default</Switch>
    </div>
  );
}
