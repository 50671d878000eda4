/** A person with a browser in front of a proxy: the console of any workspace, and the pages that its mails link to. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import type { WatchedPage } from "../browser/browser.ts";
import { hasBrowser, launch, newPage } from "../browser/browser.ts";
import { isLong } from "../long/size.ts";
import { isRemote } from "../support/target.ts";
import type { Cluster, Tester } from "./cluster.ts";
import { createWorkspaces, startCluster } from "./cluster.ts";
import { hasProxy, proxies } from "./proxies.ts";

const controlToken = "a-token-of-this-test";
const suite = "test/scaling/pages.test.ts";

let browser: Browser | undefined;

async function openPage(): Promise<WatchedPage> {
  if (browser === undefined) throw new Error("The browser did not start.");
  const watched = await newPage(browser);
  onTestFinished(() => watched.page.context().close());
  return watched;
}

/** Shows the Leads of a workspace in the console, and one more that is added while they are open. */
async function followLeads(
  { page }: WatchedPage,
  { url }: Cluster,
  { id, addLead }: Tester,
): Promise<void> {
  const stream = `${url}/_sandbox/workspaces`;
  const opened = page.waitForResponse((answer) => answer.url() === stream && answer.ok());
  await page.goto(`${url}/_sandbox/#/${id}/leads`);
  const [token, live] = [page.getByLabel("Control token"), page.getByText("Live", { exact: true })];
  await token.or(live).waitFor();
  if (await token.isVisible()) {
    await token.fill(controlToken);
    await page.getByRole("button", { name: "Open" }).click();
  }
  await page.getByText(`${id}@example.com`).first().waitFor();
  await opened;
  await live.waitFor();
  await addLead(`later-${id}@example.com`);
  await page.getByText(`later-${id}@example.com`).first().waitFor();
  await page.goto(`${url}/_sandbox/#/${id}/world`);
  await page.getByRole("link", { name: id, exact: true }).waitFor();
}

/** Opens the mail for the person of a workspace, as a mail client shows it, and signs up by its link. */
async function signUpByMail(
  { page }: WatchedPage,
  { url }: Cluster,
  { id, workspace }: Tester,
): Promise<void> {
  const { id: mail } = await workspace.emails.waitFor({ to: `${id}@example.com` });
  const { html } = await workspace.emails.get(mail);
  await page.goto("about:blank");
  await page.setContent(html ?? "");
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("heading", { name: "You have signed up" }).waitFor();
  expect(page.url()).toContain(`${url}/_sandbox/workspaces/${id}/`);
  const { data } = await workspace.leads.list({ state: "Converted", limit: 100 });
  expect(data.map(({ email }) => email)).toContain(`${id}@example.com`);
}

/** The other origins that a page reached, and its errors. */
function complaintsOf({ origins, complaints }: WatchedPage, { url }: Cluster): readonly string[] {
  // Leaving a page aborts its stream, and the first answer is that of the page without a token.
  const expected = /^failed: .*\/_sandbox\/workspaces$|\b401\b/;
  return [
    ...[...origins].filter((origin) => origin !== url),
    ...complaints.filter((one) => !expected.test(one)),
  ];
}

describe.skipIf(isRemote || !hasBrowser(suite)).each(proxies)(
  "in a browser, through $name",
  { timeout: 120_000 },
  (proxy) => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    const isMissing = !hasProxy(proxy, suite);
    /** A short run has each of them through one of the proxies. */
    const isSkipped = (usual: string): boolean => isMissing || !(isLong || proxy.name === usual);

    /** Three workspaces, each with a Lead in another sandbox, and a page. */
    async function opened() {
      const cluster = await startCluster(proxy, controlToken);
      const created = await createWorkspaces(cluster, 6);
      const testers = new Map(created.map((one) => [one.id.slice(0, 2), one]));
      expect([...testers.keys()].toSorted()).toEqual(["00", "01", "02"]);
      await Promise.all([...testers.values()].map(({ addLead }) => addLead()));
      return { cluster, testers: [...testers.values()], watched: await openPage() };
    }

    it.skipIf(isSkipped("HAProxy"))(
      "the console follows workspaces of three sandboxes after one login",
      async () => {
        const { cluster, testers, watched } = await opened();
        for (const tester of testers) {
          // oxlint-disable-next-line no-await-in-loop -- one page shows them
          await followLeads(watched, cluster, tester);
        }
        expect(complaintsOf(watched, cluster)).toEqual([]);
      },
    );

    it.skipIf(isSkipped("nginx"))("the mails of three sandboxes lead to their pages", async () => {
      const { cluster, testers, watched } = await opened();
      for (const tester of testers) {
        // oxlint-disable-next-line no-await-in-loop -- sequential, as above
        await signUpByMail(watched, cluster, tester);
      }
      expect(complaintsOf(watched, cluster)).toEqual([]);
    });
  },
);
