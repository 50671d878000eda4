/** One entry of an HTTP archive (HAR 1.2), as browsers and recording proxies write it. */
import { hash } from "node:crypto";

import type { Json } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import { Date } from "../../base/values/native-timers.ts";
import type { HarBody } from "./decode-body.ts";
import { noBody, unknownBody } from "./decode-body.ts";

/** A request and its answer. Times are epoch milliseconds of the machine that recorded them. */
export interface HarEntry {
  /** The place in `log.entries`, from 1. */
  readonly number: number;
  readonly startedAt: number;
  readonly durationMs: number;
  /** In upper case. */
  readonly method: string;
  readonly url: URL;
  readonly requestHeaders: HarHeaders;
  readonly requestBody: HarBody;
  /** 0 for a request that got no answer. */
  readonly status: number;
  readonly responseHeaders: HarHeaders;
  readonly responseBody: HarBody;
}

/** Headers by lower-case name; equal names are joined with a comma. */
export type HarHeaders = ReadonlyMap<string, string>;

/** Whether an entry lacks a time that can be read. */
export function isUntimed(written: unknown): boolean {
  return momentOf(objectOf(written)["startedDateTime"]) === null;
}

/** Reads one entry; null for one that lacks a time, a method or an http URL. */
export function harEntry(number: number, written: unknown): HarEntry | null {
  const entry = objectOf(written);
  const request = objectOf(entry["request"]);
  const response = objectOf(entry["response"]);
  const startedAt = momentOf(entry["startedDateTime"]);
  const method = textOrEmpty(request["method"]);
  const url = urlOf(request);
  if (startedAt === null || url === null) return null;
  if (!/^[A-Za-z]{1,20}$/.test(method)) return null;
  const requestHeaders = requestHeadersOf(request);
  const responseHeaders = headersOf(response["headers"]);
  const status = statusOf(response["status"]);
  return {
    number,
    startedAt,
    durationMs: Math.min(countOf(entry["time"]), dayMs),
    method: method.toUpperCase(),
    url,
    requestHeaders,
    requestBody: requestBodyOf(request, requestHeaders),
    status,
    responseHeaders,
    responseBody: responseBodyOf(response, responseHeaders, status),
  };
}

/**
 * Equal for one request in two exports of the same traffic, if `body` is equal. Short, because long recordings keep many.
 * The id that a sandbox gives tells requests apart while its clock stands still.
 */
export function digestOf(entry: HarEntry, body: string | null): string {
  const { startedAt, method, url, responseHeaders } = entry;
  const id = responseHeaders.get("x-sandbox-request-id") ?? null;
  return hash("sha256", JSON.stringify([startedAt, method, url.href, body, id]), "base64");
}

const dayMs = 86_400_000;

/** The address of a request; null for one that is not HTTP. Some recorders write the query only as a list. */
function urlOf(request: Parts): URL | null {
  const url = URL.parse(textOrEmpty(request["url"]));
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.search === "")
    url.search = new URLSearchParams(pairsIn(request["queryString"])).toString();
  return url;
}

/** 0 for anything that is not a status of HTTP. */
function statusOf(value: Json | undefined): number {
  return typeof value === "number" && /^[1-9]\d\d$/.test(String(value)) ? value : 0;
}

function requestBodyOf(request: Parts, headers: HarHeaders): HarBody {
  const written = request["postData"];
  const size = request["bodySize"];
  if (!isJsonObject(written)) {
    // Recorders that do not know a size write -1. A GET with such a size has no body, but a POST may have one.
    const takesBody = /^(?:POST|PATCH|PUT)$/i.test(textOrEmpty(request["method"]));
    const isEmpty = size === 0 || headers.get("content-length") === "0";
    return isEmpty || (!takesBody && !(typeof size === "number" && size > 0))
      ? noBody
      : unknownBody;
  }
  const { text, encoding = "" }: Parts = written;
  const contentEncoding = headers.get("content-encoding") ?? "";
  if (typeof text !== "string") return attachedBody(written, contentEncoding) ?? unknownBody;
  if (text === "" && typeof size === "number" && size > 0) {
    return attachedBody(written, contentEncoding) ?? unknownBody;
  }
  return { text, encoding: textOrEmpty(encoding), contentEncoding };
}

/** Statuses whose answers have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function responseBodyOf(response: Parts, headers: HarHeaders, status: number): HarBody {
  if (bodiless.has(status)) return noBody;
  const content = objectOf(response["content"]);
  const { text, encoding = "", size }: Parts = content;
  const isEmpty = size === 0 || response["bodySize"] === 0 || headers.get("content-length") === "0";
  const contentEncoding = headers.get("content-encoding") ?? "";
  if (typeof text !== "string" || text === "") {
    if (isEmpty) return noBody;
    return attachedBody(content, contentEncoding) ?? unknownBody;
  }
  return { text, encoding: textOrEmpty(encoding), contentEncoding };
}

/** The body that a message names as a file; null without one. */
function attachedBody({ _file: file }: Parts, contentEncoding: string): HarBody | null {
  return typeof file === "string" && file !== "" ? { ...unknownBody, contentEncoding, file } : null;
}

/** The first of these many headers or parameters of a message are read. */
const pairsMax = 200;

function pairsIn(written: Json | undefined): [string, string][] {
  const list: readonly Json[] = Array.isArray(written) ? written.slice(0, pairsMax) : [];
  return list.flatMap((one): [string, string][] => {
    const { name, value }: Parts = objectOf(one);
    return typeof name === "string" && typeof value === "string" ? [[name, value]] : [];
  });
}

function headersOf(written: Json | undefined): HarHeaders {
  const headers = new Map<string, string>();
  for (const [name, value] of pairsIn(written)) {
    const before = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}

/** Tools that clean recordings may remove all headers, and the type of a body with them. */
function requestHeadersOf({ headers: written, postData }: Parts): HarHeaders {
  const headers = headersOf(written);
  if (headers.size > 0 || !isJsonObject(postData)) return headers;
  return new Map([["content-type", textOrEmpty(postData["mimeType"]) || "application/json"]]);
}

/** The properties of an object that anyone may have written. */
type Parts = Readonly<Record<string, Json | undefined>>;

function objectOf(value: unknown): Parts {
  return isJsonObject(value) ? value : {};
}

function textOrEmpty(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function countOf(value: Json | undefined): number {
  return typeof value === "number" && value > 0 ? Math.floor(value) : 0;
}

/** Milliseconds of a moment with a date, a time and an offset; null for any other text. */
function momentOf(value: Json | undefined): number | null {
  if (typeof value !== "string") return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/i.test(value))
    return null;
  const at = Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  return Number.isNaN(at) ? null : at;
}
