/** The client of the reference contracts, written over fetch as a partner would write it. */
import * as z from "zod";

const Moment = z.iso.datetime({ precision: 3 });
const Record = z.looseObject({ id: z.string(), createdAt: Moment, updatedAt: Moment });
const Lead = z.looseObject({
  ...Record.shape,
  deletedAt: Moment.nullable(),
  convertedAt: Moment.nullable(),
  email: z.string(),
  plan_ids: z.array(z.string()).optional(),
});
const Meta = z.object({
  total: z.int(),
  count: z.int(),
  offset: z.int(),
  limit: z.int(),
});
const Refusal = z.object({
  message: z.string(),
  fields: z
    .record(z.string(), z.array(z.object({ code: z.string(), message: z.string() })))
    .optional(),
});

/** A refusal of the service, with its field errors on 409 and 422. */
export class LeadApiError extends Error {
  override readonly name = "LeadApiError";
  readonly status: number;
  readonly fields: z.infer<typeof Refusal>["fields"];

  constructor(status: number, { message, fields }: z.infer<typeof Refusal>) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** The query of a list or a record. Objects are sent as JSON. */
export interface LeadQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly order?: readonly (readonly [string, "ASC" | "DESC"])[];
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly scope?: "active" | "withDeleted";
  readonly include?: "Plans" | "Plans.ClientProfiles" | "ClientProfiles";
  readonly disableClientOutreach?: boolean;
}

/** The owner of a Lead: a Firm or one of its members. */
export interface LeadOwner {
  readonly kind: "firms" | "firmMembers";
  readonly id: string;
}

/** A client of the API at `url`. Without `apiKey` it sends no key. */
export function newLeadClient({ url, apiKey }: LeadClientOptions) {
  const send = async (
    method: string,
    path: string,
    query: LeadQuery = {},
    sent?: unknown,
  ): Promise<unknown> => {
    const response = await fetch(`${url}/v1${path}${search(query)}`, {
      method,
      headers: {
        ...(apiKey === null ? {} : { "x-api-key": apiKey }),
        ...(sent === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new LeadApiError(response.status, Refusal.parse(answer));
    return answer;
  };
  const lead = async (...call: Parameters<typeof send>) =>
    z.object({ data: Lead }).parse(await send(...call)).data;
  return {
    create: (owner: LeadOwner, fields: unknown, query?: LeadQuery) =>
      lead("POST", `/${owner.kind}/${owner.id}/leads`, query, fields),
    get: (id: string, query?: LeadQuery) => lead("GET", `/leads/${id}`, query),
    patch: (id: string, fields: unknown) => lead("PATCH", `/leads/${id}`, {}, fields),
    remove: (id: string) => lead("DELETE", `/leads/${id}`),
    /** The Leads of an owner, or all Leads that the key reaches. */
    list: async (owner: LeadOwner | null, query?: LeadQuery) => {
      const parent = owner === null ? "" : `/${owner.kind}/${owner.id}`;
      return pageOf(Lead).parse(await send("GET", `${parent}/leads`, query));
    },
    /** Whether the client has signed up, and the resulting Plans. */
    followToConversion: async (id: string) => {
      const found = await lead("GET", `/leads/${id}`, { scope: "withDeleted", include: "Plans" });
      const plans = z.array(Record).parse(found["Plans"]);
      return { isConverted: found.convertedAt !== null, planIds: found.plan_ids ?? [], plans };
    },
    /** A record of any other resource, such as `plans`. */
    read: async (resource: string, id: string, query?: LeadQuery) =>
      z.object({ data: Record }).parse(await send("GET", `/${resource}/${id}`, query)).data,
    /** A page of any other resource, such as `firms` or `firms/{id}/firmMembers`. */
    browse: async (path: string, query?: LeadQuery) =>
      pageOf(Record).parse(await send("GET", `/${path}`, query)),
    runWorkflow: async (id: string, input: unknown) =>
      z.looseObject({}).parse(await send("POST", `/workflows/${id}`, {}, input)),
  };
}

/** Where the API is, and the key to send. */
export interface LeadClientOptions {
  readonly url: string;
  readonly apiKey: string | null;
}
/** The client that `newLeadClient` makes. */
export type LeadClient = ReturnType<typeof newLeadClient>;

function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), meta: Meta });
}

function search(query: LeadQuery): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
}
