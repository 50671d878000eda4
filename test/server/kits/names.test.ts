/** What the kits ask for exists in the control API. */
import { describe, expect, it } from "vitest";

import { kitNames, kits, kitText } from "../../../src/server/kits/kits.ts";
import { servedDocuments } from "../../contract/documents.ts";

/** The path of a Partner key stands for that of any key. */
function templated(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "*").replace("/quotas/*", "/quotas/partner");
}

/** Calls, query names and fields that every kit has. */
const calls = [
  "/workspaces /sign-ups /archive /clock/advance /faults /quotas/partner/use".split(" "),
  "/requests /emails/wait /report /reset".split(" "),
].flat();
const queryNames = "to subject timeoutMs order limit".split(" ");
const fields = "label idleSeconds email by count".split(" ");
const variables = [
  ..."LEAD_API_URL LEAD_API_KEY LEAD_API_REALTOR_KEY LEAD_API_FIRM_ID".split(" "),
  ..."LEAD_API_MEMBER_ID LEAD_API_REFERRAL_CODE".split(" "),
];

describe.each(kitNames)("the kit %s", (name) => {
  const text = kitText(name, "1.2.3");

  it("asks for paths of the control API alone, and for all that a kit needs", async () => {
    const { control } = await servedDocuments();
    const paths = Object.keys(Object(control["paths"])).map(templated).join("\n");
    const asked = [...text.matchAll(/(?<=["'`}$2*])(?:\/[a-z]+(?:-[a-z]+)*)+\b/g)].map(
      ([path]) => path,
    );
    expect(asked.filter((path) => !paths.includes(path) && path !== "/_sandbox")).toEqual([]);
    for (const call of calls) expect(text).toContain(call);
  });

  it("sends only query names and fields that the calls have", async () => {
    const { control } = await servedDocuments();
    const document = JSON.stringify(control);
    for (const query of queryNames) {
      expect(document).toContain(`"name":"${query}","in":"query"`);
      expect(text).toMatch(new RegExp(`\\b${query}\\b`));
    }
    for (const field of fields) {
      expect(document).toContain(`"${field}":{`);
      expect(text).toMatch(new RegExp(`\\b${field}\\b`));
    }
    for (const variable of variables) expect(text).toContain(variable.replace("LEAD_", ""));
  });

  it.skipIf(name === "shell")("changes no variable of the environment", () => {
    expect(text).not.toMatch(
      /putenv|setenv|environ\[[^\]]*\] *=[^=]|ENV\[[^\]]*\] *=[^=]|SetEnvironmentVariable|setProperty|\$_ENV/i,
    );
  });

  it("says its version first, and has at most 160 lines; 180 in Go, whose formatter adds some", () => {
    expect(text.split("\n").slice(0, 3).join("\n")).toContain(
      `lead-sandbox kit for ${kits[name].runner}, version 1.2.3; newest: GET /_sandbox/kits/${name}`,
    );
    expect(text).not.toContain("@VERSION@");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(name === "go" ? 180 : 160);
  });
});
