/** The pages that the sandbox's mails link to. Their readers are not testers, so they need no token. */
import { Hono } from "hono";

import { readBytes } from "../../network/http/body.ts";
import { html } from "../../world/mail/html-template.ts";
import type { Registry } from "../../world/workspace/registry/registry.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";
import { pagePaths } from "./links.ts";
import type { PageStatus } from "./page.ts";
import { page } from "./page.ts";
import { signUpByForm, signUpForm } from "./sign-up-page.ts";
import { unsubscribeByForm, unsubscribeForm } from "./unsubscribe-page.ts";

const formBytesMax = 64 * 1024;
const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"] as const;

interface Page {
  readonly path: string;
  /** Names the page as the cause of what its form changes. */
  readonly operationId: string;
  readonly show: (workspace: Workspace, query: URLSearchParams) => Response;
  /** Handles the submitted form; `query` is the query of the page's URL. */
  readonly take: (workspace: Workspace, form: URLSearchParams, query: URLSearchParams) => Response;
}

const pages: readonly Page[] = [
  { path: pagePaths.signUp, operationId: "sign-up-page", show: signUpForm, take: signUpByForm },
  {
    path: pagePaths.unsubscribe,
    operationId: "unsubscribe-page",
    show: unsubscribeForm,
    take: (workspace, _form, query) => unsubscribeByForm(workspace, query),
  },
];

/** The pages of every workspace below `prefix`. The pages of the default workspace are also directly below it. */
export function pagesApp(registry: Registry, prefix: string): Hono {
  const app = new Hono();
  for (const { path, operationId, show, take } of pages) {
    for (const place of [prefix + path, `${prefix}/workspaces/:workspaceId${path}`]) {
      app.get(place, (c) => {
        const workspace = workspaceOf(registry, c.req.param("workspaceId"));
        return workspace === null ? noSuchWorkspace() : show(workspace, queryOf(c.req.url));
      });
      app.post(place, async (c) => {
        const form = await formOf(c.req.raw);
        if (form instanceof Response) return form;
        const workspace = workspaceOf(registry, c.req.param("workspaceId"));
        if (workspace === null) return noSuchWorkspace();
        workspace.schedule.runUpTo(workspace.clock.now());
        const cause = workspace.controlCause(operationId);
        return workspace.causedBy(cause, () => take(workspace, form, queryOf(c.req.url)));
      });
    }
  }
  return app;
}

export function isPage(path: string, prefix: string): boolean {
  const rest = path.slice(prefix.length).replace(/^\/workspaces\/[^/]+(?=\/)/, "");
  return path.startsWith(prefix) && pages.some((one) => one.path === rest);
}

function workspaceOf(registry: Registry, id: string | undefined): Workspace | null {
  return id === undefined ? registry.default() : registry.find(id);
}

function queryOf(url: string): URLSearchParams {
  return new URL(url).searchParams;
}

/** The fields of a form in either encoding; mail programs send the second (RFC 8058). */
async function formOf(request: Request): Promise<URLSearchParams | Response> {
  const bytes = await readBytes(request, formBytesMax, null);
  if (bytes === null) return refused(413, "Too much was sent", "Send at most 64 kB.");
  const type = request.headers.get("content-type") ?? formTypes[0];
  if (!formTypes.some((one) => one === type.split(";", 1)[0]?.trim().toLowerCase())) {
    return refused(415, "No form was sent", `Send it as ${formTypes.join(" or ")}.`);
  }
  try {
    return textsOf(await new Response(bytes, { headers: { "content-type": type } }).formData());
  } catch {
    // An invalid form gets a page as its answer, not an error.
    return refused(400, "The form cannot be read", `Send it as ${formTypes[0]}.`);
  }
}

function textsOf(form: FormData): URLSearchParams {
  const texts = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") texts.append(name, value);
  return texts;
}

function noSuchWorkspace(): Response {
  return refused(404, "There is no such workspace", "It may have been dropped since the mail.");
}

function refused(status: PageStatus, title: string, what: string): Response {
  return page(status, { title, content: [html`<p>${what}</p>`] });
}
