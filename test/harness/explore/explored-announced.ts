/** Clients that create Leads in this process, explored under announced changes. */
import packageJson from "../../../package.json" with { type: "json" };
import { documentOf } from "../../../src/apps/cli/explore/bundles.ts";
import type { ExploreSettings } from "../../../src/harness/explore/exploration.ts";
import { explore } from "../../../src/harness/explore/explore.ts";
import type { ReportContext } from "../../../src/harness/explore/report/report.ts";
import { reportOf } from "../../../src/harness/explore/report/report.ts";
import { textOfReport } from "../../../src/harness/explore/report/text.ts";
import { readNextInterface } from "../../../src/harness/next/next-interface.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import type { Client, Variables } from "./explored-in-process.ts";
import { inProcessSettings, reportContext } from "./explored-in-process.ts";
import { config } from "./settings.ts";

/** A person without an email. */
export const lead = { firstName: "Nora", lastName: "Field", phone: { number: "4165550166" } };

/** Sends a request about the Leads of the Firm. */
export async function send(
  { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm }: Variables,
  method: string,
  body?: object,
  query = "",
) {
  const response = await fetch(`${url}/v1/firms/${firm}/leads${query}`, {
    method,
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** The emails that `creates` uses. */
export const emails = ["nora.field@example.com", "ugo.form@example.com"];

/** Creates Leads, and fails unless each is answered as `accepts` says. */
export const creates =
  (
    accepts: (status: number) => boolean,
    emailsOf: () => readonly string[] = () => emails,
  ): Client =>
  async (variables) => {
    for (const email of emailsOf()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { status } = await send(variables, "POST", { ...lead, email });
      if (!accepts(status)) return 1;
    }
    return 0;
  };

/** Wants 201. */
export const strict = creates((status) => status === 201);
/** Accepts every success. */
export const careful = creates((status) => status < 300);
/** Ignores refusals. */
export const careless = creates(() => true);

/** The document of the sandbox, which takes a while to write. */
export function ownDocument() {
  own ??= writtenDocument();
  return own;
}

let own: ReturnType<typeof writtenDocument> | undefined;

async function writtenDocument() {
  const sandbox = openSandbox(config());
  try {
    return await documentOf(sandbox);
  } finally {
    sandbox.close();
  }
}

/** Explores `client` under the changes of `list`, with `given` over the default settings. */
export async function explored(
  client: Client,
  list: string,
  given: Partial<ExploreSettings> = {},
  context: Partial<ReportContext> = {},
) {
  const settings = inProcessSettings(client, {
    families: ["next"],
    announced: readNextInterface(await ownDocument(), { name: "changes.yaml", text: list }),
    nextFiles: { document: "changes.yaml", from: null },
    ...given,
  });
  const exploration = await explore(settings);
  const report = reportOf(exploration, settings, {
    ...reportContext,
    version: packageJson.version,
    ...context,
  });
  const verdicts = (report.next?.changes ?? []).map(({ id, verdict }) => [id, verdict]);
  return { settings, exploration, report, verdicts, text: textOfReport(report) };
}
