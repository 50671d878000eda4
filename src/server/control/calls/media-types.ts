/** Media types of the control API. A start loads these, and no schema. */

export const textType = "text/plain; charset=utf-8";

export const snapshotType = "application/vnd.sqlite3";
