import { describe, expectTypeOf, it } from "vitest";

import type { SandboxClient, WorkspaceClient } from "../../../src/index.ts";
import { newSandboxClient } from "../../../src/index.ts";

/** The awaited result of a call. */
type Answer<Call extends (...given: never[]) => unknown> = Awaited<ReturnType<Call>>;
type Item<Call extends (...given: never[]) => unknown> =
  Answer<Call> extends { readonly data: readonly (infer One)[] } ? One : never;
/** The types that a call accepts for an argument. */
type Given<
  Call extends (...given: never[]) => unknown,
  Place extends number = 0,
> = Parameters<Call>[Place];

describe("the result types of a client", () => {
  it("have unions for states, kinds and modes", () => {
    expectTypeOf<Answer<SandboxClient["leads"]["get"]>["state"]>().toEqualTypeOf<
      "Active" | "Converted" | "Archived"
    >();
    expectTypeOf<Answer<SandboxClient["clock"]["get"]>["mode"]>().toEqualTypeOf<
      "system" | "frozen"
    >();
    expectTypeOf<Item<SandboxClient["emails"]["list"]>["kind"]>().toEqualTypeOf<
      "welcome" | "converted" | "plan-updated"
    >();
    expectTypeOf<Item<SandboxClient["rules"]>["standing"]>().toEqualTypeOf<
      "documented" | "reference" | "assumed"
    >();
    expectTypeOf<Item<SandboxClient["faults"]["list"]>["state"]>().toEqualTypeOf<
      "active" | "waiting" | "used-up" | "expired"
    >();
  });

  it("list every type of event, and have types of stream messages only in streams", () => {
    type Listed = Item<SandboxClient["events"]["list"]>["type"];
    expectTypeOf<"lead.converted" | "clock.moved" | "request">().toExtend<Listed>();
    expectTypeOf<Listed>().not.toEqualTypeOf<string>();
    type Told =
      ReturnType<SandboxClient["events"]["stream"]> extends AsyncIterable<infer One> ? One : never;
    expectTypeOf<Told["type"]>().toEqualTypeOf<Listed | "gap" | "reset" | "workspace-dropped">();
    expectTypeOf<Extract<Told, { type: "reset" }>["cursor"]>().toEqualTypeOf<0>();
    expectTypeOf<Extract<Told, { type: Listed }>>().toHaveProperty("data");
  });

  it("have data and meta for lists, and are the object itself otherwise", () => {
    expectTypeOf<Answer<SandboxClient["leads"]["list"]>>().toHaveProperty("data");
    expectTypeOf<Answer<SandboxClient["leads"]["list"]>["meta"]>().toEqualTypeOf<{
      total: number;
      count: number;
      offset: number;
      limit: number;
    }>();
    expectTypeOf<Answer<SandboxClient["leads"]["get"]>>().toExtend<
      Item<SandboxClient["leads"]["list"]>
    >();
    expectTypeOf<Answer<SandboxClient["workspaces"]["create"]>["firms"]>().toBeArray();
    expectTypeOf<Answer<SandboxClient["requests"]["count"]>>().toEqualTypeOf<number>();
    expectTypeOf<Answer<SandboxClient["emails"]["raw"]>>().toEqualTypeOf<string>();
    expectTypeOf<Answer<SandboxClient["snapshots"]["download"]>>().toExtend<Uint8Array>();
  });

  it("have null and undefined where possible, and no any", () => {
    type Lead = Answer<SandboxClient["leads"]["get"]>;
    expectTypeOf<Lead["convertedAt"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Lead["clientData"]>().not.toBeAny();
    type Mail = Answer<SandboxClient["emails"]["waitFor"]>;
    expectTypeOf<Mail["planId"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Answer<SandboxClient["explain"]>["status"]>().toEqualTypeOf<number | null>();
    expectTypeOf<Answer<SandboxClient["explain"]>["body"]>().not.toBeAny();
  });

  it("are never any or unknown, for any call", () => {
    expectTypeOf<Loose<SandboxClient>>().toBeNever();
    expectTypeOf<Loose<{ a: { b: () => Promise<unknown> } }>>().toEqualTypeOf<"a.b">();
  });

  it("of state.get match the input of state.put", () => {
    type State = SandboxClient["state"];
    expectTypeOf<Answer<State["get"]>>().toExtend<Given<State["put"]>>();
  });
});

describe("the calls of a client", () => {
  it("accept what their operation accepts", () => {
    type Wait = NonNullable<Given<SandboxClient["emails"]["waitFor"]>>;
    expectTypeOf<Wait["timeoutMs"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Given<SandboxClient["emails"]["waitFor"], 1>>().toEqualTypeOf<
      AbortSignal | undefined
    >();
    expectTypeOf<Given<SandboxClient["quotas"]["set"], 1>>().toEqualTypeOf<number | null>();
    expectTypeOf<{ then: { kind: "hang" } }>().toExtend<Given<SandboxClient["faults"]["plan"]>>();
    expectTypeOf<{ by: "PT1H" }>().toExtend<Given<SandboxClient["clock"]["advance"]>>();
  });

  it("are the same for a workspace and for the client itself", () => {
    expectTypeOf<SandboxClient>().toExtend<WorkspaceClient>();
    expectTypeOf<WorkspaceClient>().not.toHaveProperty("workspaces");
  });

  it("do not compile with an invalid body, query, parameter or name", () => {
    expectTypeOf(wrongCalls).returns.toEqualTypeOf<readonly unknown[]>();
  });
});

/** Never runs. Each line must be a compile error. */
function wrongCalls(client: SandboxClient): readonly unknown[] {
  return [
    // @ts-expect-error -- a fixture is a string
    client.reset({ fixture: 1 }),
    // @ts-expect-error -- a body has no other keys
    client.reset({ fixtures: "empty" }),
    // @ts-expect-error -- a sign-up needs an email
    client.signUp({ firstName: "No" }),
    // @ts-expect-error -- unknown Plan status
    client.plans.move("PlanHP01", { status: "Signed" }),
    // @ts-expect-error -- an amount is a number
    client.plans.move("PlanHP01", { status: "Completed", amount: "1" }),
    // @ts-expect-error -- unknown kind of mail
    client.emails.list({ kind: "goodbye" }),
    // @ts-expect-error -- a query has no other parameters
    client.emails.list({ recipient: "a@example.com" }),
    // @ts-expect-error -- a limit is a number
    client.leads.list({ limit: "5" }),
    // @ts-expect-error -- an id is a string
    client.leads.get(5),
    // @ts-expect-error -- the id is missing
    client.leads.convert(),
    // @ts-expect-error -- freeze has no mode
    client.clock.freeze({ mode: "frozen" }),
    // @ts-expect-error -- the options exclude each other
    client.clock.advance({ by: "PT1H", to: "2026-01-01T00:00:00Z", until: "x" }),
    // @ts-expect-error -- a quota is a number or null
    client.quotas.set("HPkeySbx", "500"),
    // @ts-expect-error -- the count is missing
    client.quotas.use("HPkeySbx", { over: "PT1H" }),
    // @ts-expect-error -- the effect is missing
    client.faults.plan({ match: { path: "/leads" } }),
    // @ts-expect-error -- unknown kind of fault
    client.faults.plan({ then: { kind: "explode" } }),
    // @ts-expect-error -- unknown role type
    client.apiKeys.issue({ firmId: "a", roleType: "Admin", environment: "sandbox" }),
    // @ts-expect-error -- a choice is a string
    client.assumptions.set({ "lead.delete": 204 }),
    // @ts-expect-error -- a seed is a number
    client.workspaces.create({ seed: "1" }),
    // @ts-expect-error -- the path is missing
    client.explain({ method: "GET" }),
    // @ts-expect-error -- a cursor is a number
    client.events.list("5"),
    // @ts-expect-error -- the URL is missing
    newSandboxClient({}),
    // @ts-expect-error -- a workspace contains no workspaces
    client.workspace("a").workspaces,
  ];
}

/** The names of the methods whose result is `any` or `unknown`. */
type Loose<Part, Name extends string = ""> = {
  [Key in keyof Part & string]: Part[Key] extends (...given: never[]) => infer Result
    ? unknown extends Awaited<Result>
      ? `${Name}${Key}`
      : never
    : Loose<Part[Key], `${Name}${Key}.`>;
}[keyof Part & string];
