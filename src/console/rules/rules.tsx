import { Choice } from "../activity/why.tsx";
import { Prose } from "../parts/prose.tsx";
import { useResource } from "../parts/resource.ts";
import { Empty, Loaded } from "../parts/states.tsx";
import { counted } from "../parts/times.ts";
import { sandbox, workspace } from "../shell/connection.ts";
import { linkTo, place, setQuery, workspaceId } from "../shell/route.ts";

type Rule = Awaited<ReturnType<ReturnType<typeof sandbox>["rules"]>>["data"][number];

const standings = ["documented", "reference", "assumed"] as const;

/** The rule catalogue: each statement, its source, and how often the traffic cited it. */
export function Rules() {
  const { id, query } = place.value;
  const catalogue = useResource(() => sandbox().rules(), []);
  const coverage = useResource(() => workspace().coverage(), [workspaceId.value], /^request/);
  const choices = useResource(
    () => workspace().assumptions.get(),
    [workspaceId.value],
    /^assumptions/,
  );
  const uses = new Map(coverage.value?.rules.map((rule) => [rule.id, rule.count]) ?? []);
  return (
    <section class="page">
      <h1>Rules</h1>
      <Tools query={query} />
      <Loaded resource={catalogue}>
        {({ data }) => {
          const shown = data.filter((rule) => isShown(rule, id, query, uses.get(rule.id) ?? 0));
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
              {shown.map((rule) => (
                <OneRule
                  key={rule.id}
                  rule={rule}
                  uses={uses.get(rule.id) ?? 0}
                  chosen={choices.value?.[rule.id] ?? rule.default ?? null}
                />
              ))}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function isShown(
  rule: Rule,
  id: string | null,
  query: Readonly<Record<string, string>>,
  uses: number,
): boolean {
  if (id !== null) return rule.id === id;
  const { q = "", standing = "", mine = "" } = query;
  const text = `${rule.id} ${rule.clause} ${rule.statement}`.toLowerCase();
  return (
    text.includes(q.toLowerCase()) &&
    (standing === "" || rule.standing === standing) &&
    (mine === "" || (uses > 0 && rule.alternatives !== undefined))
  );
}

function Tools({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { q = "", standing = "", mine = "" } = query;
  return (
    <div class="buttons">
      <input
        type="search"
        data-search
        class="grow"
        aria-label="Search rules"
        placeholder="A word, an id, or a clause such as 4.3"
        value={q}
        onInput={({ currentTarget }) => setQuery({ q: currentTarget.value })}
      />
      <select
        aria-label="Standing"
        value={standing}
        onChange={({ currentTarget }) => setQuery({ standing: currentTarget.value })}
      >
        <option value="">Any standing</option>
        {standings.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <label class="check">
        <input
          type="checkbox"
          checked={mine !== ""}
          onChange={({ currentTarget }) => setQuery({ mine: currentTarget.checked ? "yes" : "" })}
        />
        Open points that my traffic depends on
      </label>
    </div>
  );
}

interface OneRuleProps {
  readonly rule: Rule;
  readonly uses: number;
  readonly chosen: string | null;
}

function OneRule({ rule, uses, chosen }: OneRuleProps) {
  const { id, clause, standing, statement, source } = rule;
  return (
    <article class="rule card" aria-label={id}>
      <p class="rule-head">
        <a class="mono" href={linkTo("rules", id)}>
          {id}
        </a>
        <span class={`standing-mark mark-${standing}`}>{standing}</span>
        <span class="quiet">interface {clause}</span>
        {uses > 0 && (
          <a href={linkTo("activity", null, { q: `rule:${id}` })}>{counted(uses, "answer")}</a>
        )}
      </p>
      <p>
        <Prose text={statement} />
      </p>
      {source !== undefined && <p class="quiet">Source: {source}</p>}
      {chosen !== null && <Choice id={id} rule={rule} chosen={chosen} />}
    </article>
  );
}
