/** Questions about requests as such: keys, paths, bodies, errors, resources. */
import { list, noteList } from "./list-evidence.ts";
import type { Probe } from "./probe.ts";
import { recordOf } from "./target.ts";

/** What is asked with a key, and how. */
export const requestProbes: readonly Probe[] = [
  {
    rule: "auth.missing",
    async run(target) {
      await target.observe("GET", "/leads?limit=1", { key: null });
    },
  },
  {
    rule: "auth.invalid",
    async run(target) {
      await target.observe("GET", "/leads?limit=1", { key: "not-a-key" });
    },
  },
  {
    rule: "env.key-mismatch",
    needs: ["otherEnvironmentKey"],
    async run(target) {
      await target.observe("GET", "/leads?limit=1", { key: target.facts.otherEnvironmentKey });
    },
  },
  {
    rule: "auth.role-surface",
    needs: ["otherApiKey"],
    async run(target) {
      noteList(
        target,
        await target.prepare("GET", "/leads?limit=1", { key: target.facts.otherApiKey }),
      );
    },
  },
  {
    rule: "auth.foreign-record",
    needs: ["foreignFirmId"],
    async run(target) {
      noteList(
        target,
        await target.prepare("GET", `/firms/${target.facts.foreignFirmId}/leads?limit=1`),
      );
    },
  },
  {
    rule: "auth.permission",
    async run(target) {
      await target.observe("POST", "/firms", { body: {} });
    },
  },
  {
    rule: "http.path.unknown",
    async run(target) {
      await target.observe("GET", "/no-such-resource");
    },
  },
  {
    rule: "http.method.unknown",
    async run(target) {
      await target.observe("PUT", `/firms/${target.facts.firmId}/leads`, { body: {} });
    },
  },
  {
    rule: "http.body.malformed",
    async run(target) {
      const path = `/firms/${target.facts.firmId}/leads`;
      await target.observe("POST", path, { rawBody: '{ "email": ' });
    },
  },
  {
    rule: "http.body.depth",
    async run(target) {
      const deep = `${"[".repeat(100)}${"]".repeat(100)}`;
      const path = `/firms/${target.facts.firmId}/leads`;
      await target.observe("POST", path, { rawBody: `{"clientData":{"deep":${deep}}}` });
    },
  },
  {
    rule: "http.body.too-large",
    async run(target) {
      // Without what a Lead needs, so that a service that reads them makes none.
      for (const bytes of [150 * 1024, 1.5 * 1024 * 1024]) {
        const body = { clientData: { notes: "n".repeat(bytes) } };
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const { status } = await target.prepare("POST", `/firms/${target.facts.firmId}/leads`, {
          body,
        });
        target.note(status);
      }
    },
  },
  {
    rule: "http.json",
    async run(target) {
      const { status, headers } = await list(target, "limit=1");
      const [type = ""] = (headers.get("content-type") ?? "").split(";");
      target.note({ status, type });
    },
  },
  {
    rule: "http.version-prefix",
    async run(target) {
      const path = `/firms/${target.facts.firmId}/leads?limit=1`;
      noteList(target, await target.prepare("GET", path, { otherPrefix: true }));
    },
  },
  {
    rule: "http.atomic",
    async run(target) {
      const email = target.email("refused");
      const path = `/firms/${target.facts.firmId}/leads`;
      await target.prepare("POST", path, { body: { email, firstName: 7, lastName: "Probe" } });
      const filter = encodeURIComponent(JSON.stringify({ email }));
      await target.observe("GET", `${path}?limit=1&filter=${filter}`);
    },
  },
  {
    rule: "error.order",
    async run(target) {
      const nowhere = "/firms/n0Such00/leads";
      await target.observe("POST", nowhere, { rawBody: "{", key: "not-a-key" });
      await target.observe("POST", nowhere, { body: {} });
    },
  },
  {
    rule: "error.envelope",
    async run(target) {
      await target.observe("GET", "/leads/n0Such00");
      await target.observe("POST", `/firms/${target.facts.firmId}/leads`, { body: {} });
    },
  },
  {
    rule: "auth.permissions",
    async run(target) {
      noteList(target, await target.prepare("GET", "/clientProfiles?limit=1"));
      const { status } = await target.prepare("DELETE", "/referralCodes/n0Such00");
      target.note(status);
    },
  },
  {
    rule: "workflow.unknown",
    async run(target) {
      await target.observe("GET", "/workflows/n0Such00");
    },
  },
  {
    rule: "resource.generic",
    async run(target) {
      for (const resource of ["firmMembers", "referralCodes", "plans"]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        noteList(target, await target.prepare("GET", `/${resource}?limit=1`));
      }
    },
  },
  {
    rule: "resource.fields",
    async run(target) {
      const { status, json } = await target.prepare("GET", `/firms/${target.facts.firmId}`);
      target.note({ status, fields: Object.keys(recordOf(json)).toSorted() });
    },
  },
  {
    rule: "quota.headers",
    async run(target) {
      const { headers } = await list(target, "limit=1");
      const names = [...headers.keys()].filter((name) => name.includes("ratelimit"));
      target.note(names.toSorted());
    },
  },
];
