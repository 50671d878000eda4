import { FirstLead } from "../activity/first-request.tsx";
import { Button, Table } from "../parts/controls.tsx";
import { Filter, Paged, Search, Split } from "../parts/list.tsx";
import { useResource } from "../parts/resource.tsx";
import { momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { useRowKeys } from "../shell/keys.ts";
import { linkTo, place, setQuery } from "../shell/route.ts";
import type { LeadRecord } from "./lead.tsx";
import { LeadPanel, State } from "./lead.tsx";

const states = ["Active", "Converted", "Archived"] as const;
export const environments = ["sandbox", "production"] as const;
/** The columns of the table with the field that sorts them, and a class. */
const columns = [
  { name: "Email", sort: "email" },
  { name: "Name", sort: "lastName" },
  { name: "State" },
  { name: "Parent", kind: "wide" },
  { name: "Created", sort: "createdAt", kind: "wide" },
  { name: "Updated", sort: "updatedAt", kind: "wide" },
] as const;
const pageSize = 50;

export function Leads() {
  const { id, query } = place.value;
  const { q = "", offset = "0" } = query;
  const state = oneOf(states, query["state"]);
  const environment = oneOf(environments, query["environment"]);
  const { sort, order } = orderIn(query);
  const leads = useResource(
    () =>
      workspace().leads.list({
        environment: environment ?? "sandbox",
        ...(q === "" ? {} : { search: q }),
        ...(state === undefined ? {} : { state }),
        sort,
        order,
        limit: pageSize,
        offset: Number(offset),
      }),
    /^(?:lead|plan|client|staff)\b/,
    [q, state, environment, sort, order, offset],
  );
  useRowKeys(() => leads.value?.data ?? []);
  return (
    <Split
      name="Leads"
      tools={<Tools />}
      panel={id === null ? null : <LeadPanel id={id} key={id} />}
    >
      <Paged resource={leads} name="Lead" filters={["q", "state"]} empty={<FirstLead />}>
        {(data) => <Rows leads={data} />}
      </Paged>
    </Split>
  );
}

function Tools() {
  return (
    <>
      <Search label="Search Leads" placeholder="Email, name, or id" />
      <Filter label="State" name="state" options={[["", "All states"], ...states]} />
      <Filter label="Environment" name="environment" options={environments} />
    </>
  );
}

function oneOf<Value extends string>(all: readonly Value[], wanted = ""): Value | undefined {
  return all.find((one) => one === wanted);
}

function orderIn({ sort = "" }: typeof place.value.query) {
  const sorted = columns.flatMap((column) => ("sort" in column ? [column.sort] : []));
  const field = oneOf(sorted, sort.replace("-", ""));
  if (field === undefined) return { sort: "createdAt", order: "desc" } as const;
  return { sort: field, order: sort.startsWith("-") ? "desc" : "asc" } as const;
}

function fullName({ firstName, lastName }: LeadRecord): string {
  return [firstName, lastName].filter((part) => part !== null).join(" ");
}

function Rows({ leads }: { readonly leads: readonly LeadRecord[] }) {
  const { id: openId, query } = place.value;
  return (
    <Table
      class="rows"
      heads={columns.map((column) => (
        <Head key={column.name} {...column} />
      ))}
    >
      {leads.map((lead) => (
        <tr key={lead.id} aria-current={lead.id === openId ? "true" : undefined}>
          <td>
            <a href={linkTo("leads", lead.id, query)} title={lead.email}>
              {lead.email}
            </a>
          </td>
          <td>
            <bdi title={fullName(lead)}>{fullName(lead)}</bdi>
          </td>
          <td>
            <State state={lead.state} />
          </td>
          <td class="wide quiet mono">{lead.resourceId}</td>
          <td class="wide quiet">{momentOf(lead.createdAt)}</td>
          <td class="wide quiet">{momentOf(lead.updatedAt)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The head of a column; a click sorts by it, and another one turns the order around. */
function Head({ name, sort: field, kind }: { name: string; sort?: string; kind?: string }) {
  const { sort, order } = orderIn(place.value.query);
  if (field === undefined) return <th class={kind}>{name}</th>;
  const isSorted = sort === field;
  const next = isSorted && order === "asc" ? `-${field}` : field;
  const isAscending = order === "asc";
  return (
    <th class={kind} aria-sort={isSorted ? (isAscending ? "ascending" : "descending") : undefined}>
      <Button class="bare" run={() => setQuery({ sort: next })}>
        {name} {isSorted && <span aria-hidden="true">{isAscending ? "↑" : "↓"}</span>}
      </Button>
    </th>
  );
}
