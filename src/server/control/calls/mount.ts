import type { Context, Handler } from "hono";
import { Hono } from "hono";
import * as z from "zod";

import { performance } from "../../../base/values/native-timers.ts";
import type { BodyOwner, CountedBody } from "../../../network/http/body-memory.ts";
import { BodiesTooLarge, documentMemory } from "../../../network/http/body-memory.ts";
import { hasBody } from "../../../network/http/body.ts";
import { cancelHeadBody } from "../../../network/http/cancel-head-body.ts";
import { controlPrefix } from "../../../network/http/control-paths.ts";
import { NoAnswer } from "../../../network/http/no-answer.ts";
import { routePath } from "../../../network/http/operation.ts";
import { SlowUpload } from "../../../network/http/slow-upload.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import { OverLimitError } from "../../../world/workspace/storage/size-limits.ts";
import {
  isWorkspaceClosed,
  writeFailedBy,
  writeFailure,
} from "../../../world/workspace/storage/storage.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import type { GuardOptions } from "../access/guard.ts";
import { guard } from "../access/guard.ts";
import type { Holder } from "../access/reach.ts";
import { caCertificate, caCertificatePath } from "../server/ca-certificate.ts";
import type { ServerInfo } from "../server/server-info.ts";
import { misdirected } from "../workspaces/id.ts";
import { brokenWorkspace, overLimit, unknownWorkspace } from "../workspaces/missing.ts";
import { bodyOf, bytesOfBody, jsonBody } from "./body.ts";
import { checkedAnswer } from "./checked-answer.ts";
import { ControlError } from "./control-error.ts";
import { parsed } from "./input.ts";
import type { ControlAnswer, ControlOperation } from "./operation.ts";
import { runOf } from "./operation.ts";

/** A call without a body rejects any body, because it would ignore it. */
const NoBody = z.strictObject({}).optional();

export interface ControlOptions {
  readonly registry: Registry;
  readonly server: ServerInfo;
  readonly guard: GuardOptions;
  readonly others: OtherApps;
}

/** What else is served below the prefix of the control API, and at "/". */
export interface OtherApps {
  readonly frontPage: () => Response;
  /** The pages that mails link to, which need no token. */
  readonly pages: {
    readonly app: Hono;
    readonly includes: (path: string, prefix: string) => boolean;
  };
  readonly mailpit: Hono;
  readonly mcp: Hono;
  readonly guide: Hono;
}

/** What the guard has found about a request. */
export interface ControlEnv {
  readonly Variables: { readonly holder: Holder | null };
}

/** The control plane as a separate app; its requests are neither metered nor journaled. */
export function controlApp(
  options: ControlOptions,
  operations: readonly ControlOperation[],
): Hono<ControlEnv> {
  const { frontPage, pages, mailpit, mcp, guide } = options.others;
  const app = new Hono<ControlEnv>();
  const log = newFaultLog();
  const { version } = options.server;
  const enter = ({ req }: Context): Holder | null =>
    guard(req, pages.includes(req.path, controlPrefix), options.guard);
  const refused = (error: Error, c: Context): Response => {
    const by = writeFailedBy(error);
    if (by !== null) options.server.counts.writeFailed(by);
    const told = error instanceof OverLimitError ? overLimit(options, error) : error;
    return refusal(told, c, { log, version });
  };
  app.onError(refused);
  app.use(cancelHeadBody);
  app.use(async (c, next) => {
    await next();
    options.server.counts.control(c.res.status);
    c.res.headers.set(versionHeader, version);
  });
  app.get("/", frontPage);
  app.get(caCertificatePath, caCertificate(options.server));
  app.use(async (c, next) => {
    c.set("holder", enter(c));
    await next();
  });
  app.route("/", pages.app);
  app.route("/", mailpit);
  app.route("/", mcp);
  app.route("/", guide);
  for (const operation of operations) {
    const handler = handle(operation, options, enter);
    for (const path of pathsOf(operation)) app.on(operation.method, path, handler);
  }
  app.get(controlPrefix, (c) => {
    // Relative below a path, which a proxy may have taken off.
    const isBelow = options.server.address.basePath() !== "";
    return c.redirect(`${isBelow ? controlPrefix.slice(1) : controlPrefix}/`);
  });
  app.notFound((c) => refused(unknownCall(c.req.method, c.req.path), c));
  return app;
}

/** The page that describes every call. */
const documentation = `${controlPrefix}/docs`;

function unknownCall(method: string, path: string): ControlError {
  return new UnknownCall(`${method} ${path}`, `${documentation} shows every call.`);
}

function pathsOf({ level, path }: ControlOperation): readonly string[] {
  const route = routePath(path);
  if (level === "server") return [controlPrefix + route];
  return [controlPrefix + route, `${controlPrefix}/workspaces/:workspaceId${route}`];
}

function handle(
  operation: ControlOperation,
  options: ControlOptions,
  enter: (c: Context) => Holder | null,
): Handler<ControlEnv> {
  const run = runOf(operation);
  const answerDocument = async (
    c: Context<ControlEnv>,
    owner: BodyOwner,
    document: CountedBody,
  ): Promise<Response> => {
    const { registry, server } = options;
    const params: Readonly<Record<string, string>> = c.req.param();
    const { url, headers, signal } = c.req.raw;
    const isSent = hasBody(c.req.raw);
    const read = operation.bodyType === undefined ? jsonBody : bytesOfBody;
    const body = isSent ? read(await bodyOf(c.req.raw, owner, document), headers) : undefined;
    // Both after the body was read: meanwhile the workspace can be dropped, and another one take its id.
    const holder = isSent ? enter(c) : c.get("holder");
    const workspace = workspaceOf(options, params["workspaceId"]);
    if (operation.body === undefined) parsed(NoBody, body, "body");
    workspace.schedule.runUpTo(workspace.clock.now());
    const cause = workspace.controlCause(operation.id);
    const call = { registry, server, holder, workspace, params, url, headers, cause, signal };
    const query = queryOf(c.req.url);
    const answering = workspace.causedBy(cause, () => run(call, query, body));
    return respond(checkedAnswer(operation, await answering));
  };
  return async function runControl(c) {
    const owner = ownerOf(operation, options.registry, c.req.param("workspaceId"));
    const document = documentMemory.newBody(owner);
    try {
      return await answerDocument(c, owner, document);
    } finally {
      document.release();
    }
  };
}

/** Whose body a call sends: that of its workspace, if it has one. */
function ownerOf(
  { level }: ControlOperation,
  registry: Registry,
  id: string | undefined,
): BodyOwner {
  if (id === undefined) return level === "server" ? null : registry.default();
  return registry.find(id);
}

function workspaceOf({ registry, server }: ControlOptions, id: string | undefined): Workspace {
  if (id === undefined) return registry.default();
  const workspace = registry.find(id);
  if (workspace !== null) return workspace;
  throw brokenWorkspace(registry, id) ?? misdirected(server.shard, id) ?? unknownWorkspace(id);
}

/** Rejects repeated parameters, because they are ambiguous. */
function queryOf(url: string): Record<string, string> {
  const { searchParams } = new URL(url);
  for (const name of searchParams.keys()) {
    if (searchParams.getAll(name).length > 1) {
      throw new ControlError(422, `The query parameter ${name} is given more than once.`);
    }
  }
  return Object.fromEntries(searchParams);
}

function respond(answer: ControlAnswer): Response {
  if ("json" in answer) {
    const { status, json } = answer;
    const headers = { "content-type": "application/json", ...answer.headers };
    return new Response(JSON.stringify(json), { status, headers });
  }
  const { status, body } = answer;
  const headers = {
    "content-type": answer.mediaType,
    "x-content-type-options": "nosniff",
    ...(body instanceof Uint8Array ? { "content-length": String(body.byteLength) } : {}),
    ...answer.headers,
  };
  return new Response(body, { status, headers });
}

function refusal(
  error: Error,
  c: Context,
  { log, version }: { readonly log: (error: Error) => void; readonly version: string },
): Response {
  if (error instanceof NoAnswer) throw error;
  if (error instanceof ControlError) {
    const { status, message, fields, headers } = error;
    const userAgent = c.req.header("user-agent") ?? "";
    const hints = [error.hint, versionHint(error, { version, userAgent })];
    const hint = hints.filter((one) => one !== null).join(" ");
    return c.json(
      { message, ...(fields === null ? {} : { fields }), ...(hint === "" ? {} : { hint }) },
      status,
      headers,
    );
  }
  if (error instanceof BodiesTooLarge) {
    return c.json({ message: error.message }, 503, error.headers);
  }
  if (error instanceof SlowUpload) return c.json({ message: error.message }, 408);
  if (isWorkspaceClosed(error)) {
    return c.json({ message: "The workspace was dropped during this call." }, 404);
  }
  log(error);
  return c.json(
    { message: writeFailure(error) ?? `Internal error of the sandbox: ${error.message}` },
    500,
  );
}

/** Minimum time before the same line is logged again, in milliseconds. */
const againMs = 60_000;

/**
 * Logs internal errors with their stack to standard error. A disk error takes one line, at most once a minute,
 * because a full disk causes many.
 */
function newFaultLog(): (error: Error) => void {
  let last = { line: "", at: 0 };
  return (error) => {
    const why = writeFailure(error);
    if (why === null) {
      process.stderr.write(`${error.stack ?? error.message}\n`);
      return;
    }
    const line = `lead-sandbox: ${why}\n`;
    const at = performance.now();
    if (line === last.line && at - last.at < againMs) return;
    last = { line, at };
    process.stderr.write(line);
  };
}

const versionHeader = "x-lead-sandbox-version";

/** The 404 for a call that this version does not have. */
class UnknownCall extends ControlError {
  constructor(call: string, hint: string) {
    super(404, `The control API has no ${call}.`, { hint });
  }
}

/**
 * The versions of the sandbox and of the kit that sent a call or a field that only the newer kit knows
 * (`user-agent: lead-sandbox-kit-python/0.2`). Null for other refusals.
 */
function versionHint(
  error: ControlError,
  { version, userAgent }: { readonly version: string; readonly userAgent: string },
): string | null {
  const problems = Object.values(error.fields ?? {}).flat();
  const isUnknown =
    error instanceof UnknownCall || problems.some(({ code }) => code === "UNSUPPORTED");
  if (!isUnknown) return null;
  const [, kit] = /^lead-sandbox-kit-[a-z]+\/(\d{1,4}\.\d{1,4})/.exec(userAgent) ?? [];
  if (kit === undefined || !isNewer(kit, version)) return null;
  return `This sandbox is version ${version}, and the kit is of version ${kit}: update the sandbox.`;
}

function isNewer(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split(".").map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split(".").map(Number);
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}
