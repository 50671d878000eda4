import { describe, expect, it } from "vitest";

import { newSandboxClient } from "../../../src/index.ts";
import { monday } from "../../support/world.ts";
import { newServedClient, servedUrl } from "./served-client.ts";

/** The URLs that a client with this `url` requests. */
async function askedAt(
  url: string,
  call: (client: ReturnType<typeof newSandboxClient>) => Promise<unknown> = (client) =>
    client.clock.get(),
): Promise<string> {
  const asked: string[] = [];
  const client = newSandboxClient({
    url,
    async fetch(request) {
      asked.push(request.url);
      return Response.json({ data: {} });
    },
  });
  await call(client);
  return asked.join(" ");
}

const hostile = [
  "a/b",
  "a?b",
  "a#b",
  "a b",
  "a%2Fb",
  "ü",
  "…/",
  "..%2f",
  "{name}",
  "\u0000",
  "a:b@c",
];

describe("the URL of a client", () => {
  it.each([
    "http://127.0.0.1:4610",
    "http://127.0.0.1:4610/",
    "http://127.0.0.1:4610//",
    "http://127.0.0.1:4610/_sandbox",
    "http://127.0.0.1:4610/_sandbox/",
    "http://127.0.0.1:4610//_sandbox//",
    "HTTP://127.0.0.1:4610",
  ])("leads to the same control API as %s", async (url) => {
    expect(await askedAt(url)).toBe("http://127.0.0.1:4610/_sandbox/clock");
  });

  it("may contain a path, as behind a proxy, which may even end in a name such as my_sandbox", async () => {
    expect(await askedAt("https://ci.example/tools/leads/_sandbox")).toBe(
      "https://ci.example/tools/leads/_sandbox/clock",
    );
    expect(await askedAt("https://ci.example/my_sandbox")).toBe(
      "https://ci.example/my_sandbox/_sandbox/clock",
    );
  });

  it.each(["", "127.0.0.1:4610", "localhost:4610", "/_sandbox", "ftp://127.0.0.1", "http://"])(
    "is rejected at once when it is %j, with an example of a valid one",
    (url) => {
      expect(() => newSandboxClient({ url })).toThrow(/such as http:\/\/127\.0\.0\.1:4610/);
    },
  );

  it("works with a real sandbox in each form", async () => {
    const url = await servedUrl();
    for (const form of [url, `${url}/`, `${url}/_sandbox`, `${url}/_sandbox/`]) {
      // oxlint-disable-next-line no-await-in-loop -- one form at a time
      expect((await newSandboxClient({ url: form }).health()).status).toBe("ok");
    }
  });
});

describe("an id in a client call", () => {
  it.each(hostile)("reaches the sandbox unchanged: %j", async (id) => {
    const { workspace, client } = await newServedClient();
    const named = `There is no Lead ${JSON.stringify(id)} in this workspace.`;
    await expect(workspace.leads.get(id)).rejects.toThrow(named);
    const none = `There is no workspace ${JSON.stringify(id)}.`;
    await expect(client.workspace(id).clock.get()).rejects.toThrow(none);
  });

  it.each(["", ".", ".."])("is rejected when it is %j, which would change the path", async (id) => {
    const { client, workspace, createLead, requested } = await newServedClient();
    await createLead("stays@example.com");
    const before = requested.length;
    expect(() => client.workspace(id)).toThrow(TypeError);
    await expect(client.workspaces.drop(id)).rejects.toThrow(TypeError);
    await expect(workspace.faults.remove(id)).rejects.toThrow(TypeError);
    await expect(workspace.emails.html(id)).rejects.toThrow(`in a path: ${JSON.stringify(id)}`);
    expect(requested).toHaveLength(before);
  });
});

describe("a query of a client call", () => {
  it("omits undefined parameters", async () => {
    const unset = Object.fromEntries([["kind", undefined]]);
    const asked = await askedAt("http://127.0.0.1", ({ emails }) =>
      emails.list({ limit: 1, ...unset }),
    );
    expect(asked).toBe("http://127.0.0.1/_sandbox/emails?limit=1");
  });

  it("keeps every character, and writes numbers as digits", async () => {
    const to = "a+b&kind=welcome?#%/ü@example.com";
    const subject = "50 % off & more";
    const all = { to, subject, limit: 2, offset: 0 };
    const whole = new URL(await askedAt("http://127.0.0.1", ({ emails }) => emails.list(all)));
    expect(Object.fromEntries(whole.searchParams)).toEqual({
      to,
      subject,
      limit: "2",
      offset: "0",
    });
  });

  it("selects mail by an address with a plus sign", async () => {
    const { workspace, createLead } = await newServedClient();
    await createLead("lena+test@example.com");
    await createLead("lena@example.com");
    const { data } = await workspace.emails.list({ to: "lena+test@example.com" });
    expect(data.map(({ to }) => to)).toEqual([["lena+test@example.com"]]);
  });

  it("sends a string of digits as a string", async () => {
    const { workspace, createLead } = await newServedClient();
    const lead = await createLead("digits@example.com", { firstName: "12345" });
    await workspace.leads.convert(lead);
    const { data } = await workspace.emails.list({ subject: "12345" });
    expect(data.map(({ kind }) => kind)).toEqual(["converted"]);
  });
});

describe("two clients", () => {
  it("of two workspaces are isolated from each other", async () => {
    const { client, workspace, createLead, url } = await newServedClient();
    const { id } = await client.workspaces.create({ now: monday });
    const other = newSandboxClient({ url }).workspace(id);
    const before = await other.state.get();
    await createLead("mine@example.com");
    await workspace.faults.plan({ then: { status: 503 } });
    await workspace.clock.advance("P1D");
    await workspace.snapshots.take("mine");
    expect(await other.state.get()).toEqual(before);
    expect((await other.emails.list()).data).toEqual([]);
    expect((await other.faults.list()).data).toEqual([]);
    expect((await other.snapshots.list()).data).toEqual([]);
    expect((await other.clock.get()).now).toBe(monday);
    await client.workspaces.drop(id);
  });
});
