/** Entries as recorders write them. */

/** An HTTP archive with these entries. */
export function archive(entries: readonly unknown[], creator = "Browser"): string {
  return JSON.stringify({
    log: { version: "1.2", creator: { name: creator, version: "1" }, entries },
  });
}

export interface WrittenEntry {
  readonly at?: string;
  readonly time?: number;
  readonly method?: string;
  readonly url?: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
  /** Replaces the members of `response.content`. */
  readonly content?: object;
  readonly requestHeaders?: readonly object[];
  readonly responseHeaders?: readonly object[];
}

/** One entry; by default a GET of a Lead that takes 20 ms. */
export function entry(written: WrittenEntry = {}): object {
  const { at = "2027-03-01T09:00:00.000Z", time = 20, method = "GET", status = 200 } = written;
  const {
    url = "https://api.partner.example.com/v1/leads/Ab3dE6gH",
    key = "a-key",
    answer,
  } = written;
  const text = answer === undefined ? "" : JSON.stringify(answer);
  return {
    startedDateTime: at,
    time,
    request: {
      method,
      url,
      headers: written.requestHeaders ?? [
        { name: "X-API-Key", value: key },
        { name: "Content-Type", value: "application/json" },
      ],
      ...(written.body === undefined
        ? { bodySize: 0 }
        : { postData: { mimeType: "application/json", text: JSON.stringify(written.body) } }),
    },
    response: {
      status,
      headers: written.responseHeaders ?? [{ name: "Content-Type", value: "application/json" }],
      content: written.content ?? { size: text.length, mimeType: "application/json", text },
    },
  };
}

/** A Lead on the wire. */
export function lead(changes: object = {}): object {
  return {
    id: "Ab3dE6gH",
    createdAt: "2027-02-01T09:00:00.000Z",
    updatedAt: "2027-02-01T09:00:00.000Z",
    deletedAt: null,
    email: "zelda.zimmer@realmail.net",
    firstName: "Zelda",
    lastName: "Zimmer",
    phone: { number: "6135559876" },
    clientData: null,
    resourceType: "Firm",
    resourceId: "F1rmF1rm",
    convertedAt: null,
    ...changes,
  };
}
