/** The guide below the control prefix. It has no data of the sandbox, so it needs no token. */
import { Hono } from "hono";

import { lazy } from "../../base/values/lazy.ts";
import { controlPrefix } from "../../network/http/control-paths.ts";
import { builtGuide } from "./built-guide.ts";
import { guideScript, guideStyle } from "./guide-files.ts";
import { addressOf, excerpt, guidePage, resultsPage, titleOf } from "./guide-page.ts";
import { guideSearcher } from "./search.ts";

/** Only files of the guide, and its own search. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headers = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
};

/** More results help no reader. */
const resultsMax = 20;

/** The pages of the guide, its search and its files. */
export function guideApp(): Hono {
  const app = new Hono();
  const guide = builtGuide();
  const searcher = lazy(async () => guideSearcher(await guide.search()));
  const root = `${controlPrefix}/guide`;
  app.get(root, (c) => c.redirect("guide/"));
  app.get(`${root}/guide.css`, (c) =>
    c.body(guideStyle, 200, { ...headers, "content-type": "text/css; charset=utf-8" }),
  );
  app.get(`${root}/guide.js`, (c) =>
    c.body(guideScript, 200, { ...headers, "content-type": "text/javascript; charset=utf-8" }),
  );
  app.get(`${root}/search`, async (c) => {
    const words = c.req.query("words") ?? "";
    const search = await searcher();
    const found = search(words).slice(0, resultsMax);
    if (c.req.header("accept") === "application/json") {
      const data = found.map(({ section, paragraph }) => ({
        title: titleOf(section),
        address: addressOf(section),
        text: excerpt(paragraph),
      }));
      return c.json({ data }, 200, headers);
    }
    return c.html(resultsPage(await guide.pages(), words, found), 200, headers);
  });
  const shownPage = async (name: string): Promise<string | null> => {
    const pages = await guide.pages();
    const page = pages.pages.find((one) => one.name === name);
    return page === undefined ? null : guidePage(pages, page);
  };
  app.get(`${root}/`, async (c) => c.html((await shownPage("")) ?? "", 200, headers));
  app.get(`${root}/:name`, async (c, next) => {
    const { name } = c.req.param();
    const page = await shownPage(name);
    if (page !== null) return c.html(page, 200, headers);
    const picture = /^[\w-]+\.png$/.test(name) ? await guide.picture(name) : null;
    if (picture === null) return next();
    return c.body(picture, 200, { ...headers, "content-type": "image/png" });
  });
  return app;
}
