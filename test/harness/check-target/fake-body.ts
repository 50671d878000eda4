/** Validates the body of a Lead in a fake service. */
import type { Flaw } from "./fake-service.ts";

export type Fields = Record<string, unknown>;

const known = ["email", "firstName", "lastName", "phone", "clientData", "convertedAt"];
const types = { prefix: "string", citizenship: "string", maritalStatus: "string", notes: "string" };

/** The problems by field, or null for none. */
export function invalidFields(body: Fields, flaw: Flaw, isNew: boolean): Fields | null {
  const fields: Record<string, { code: string; message: string }[]> = {};
  const refuse = (name: string, code: string): void => {
    fields[name] = [{ code: flaw === "codes of its own" ? "BAD" : code, message: "Wrong" }];
  };
  for (const name of ["email", "firstName", "lastName"]) {
    const value = body[name];
    if (value === undefined && isNew) refuse(name, "REQUIRED");
    else if (value !== undefined && typeof value !== "string") refuse(name, "INCORRECT_TYPE");
    else if (value === "") refuse(name, "INVALID");
  }
  const { email, phone, clientData } = body;
  const isAddress = typeof email !== "string" || email.includes("@");
  if (!isAddress && flaw !== "any email") refuse("email", "INVALID");
  for (const name of Object.keys(body)) if (!known.includes(name)) refuse(name, "UNSUPPORTED");
  if (typeof phone === "string" && flaw === "no plain phone") refuse("phone", "INCORRECT_TYPE");
  judgePhone(phone, refuse);
  if (typeof clientData === "number") refuse("clientData", "INCORRECT_TYPE");
  if (typeof clientData === "object" && clientData !== null) {
    judgeClientData(Object(clientData), flaw, refuse);
  }
  return Object.keys(fields).length === 0 ? null : fields;
}

function judgePhone(phone: unknown, refuse: (name: string, code: string) => void): void {
  if (typeof phone === "number") refuse("phone", "INCORRECT_TYPE");
  if (typeof phone !== "object" || phone === null) return;
  const { number, extension = "" }: Fields = Object(phone);
  if (number === undefined) refuse("phone.number", "REQUIRED");
  else if (typeof number !== "string") refuse("phone.number", "INCORRECT_TYPE");
  if (typeof extension !== "string") refuse("phone.extension", "INCORRECT_TYPE");
}

function judgeClientData(
  clientData: Fields,
  flaw: Flaw,
  refuse: (name: string, code: string) => void,
): void {
  for (const [name, type] of Object.entries(types)) {
    const value = clientData[name];
    if (value !== undefined && typeof value !== type)
      refuse(`clientData.${name}`, "INCORRECT_TYPE");
  }
  const { isFirstTimeHomeBuyer: first = true, dateOfBirth, Plans: plans } = clientData;
  if (typeof first !== "boolean") refuse("clientData.isFirstTimeHomeBuyer", "INCORRECT_TYPE");
  if (flaw === "no further keys" && "favouriteColour" in clientData) {
    refuse("clientData.favouriteColour", "UNSUPPORTED");
  }
  judgeDate(dateOfBirth, flaw, (code) => refuse("clientData.dateOfBirth", code));
  judgePlans(plans, flaw, refuse);
}

function judgePlans(
  plans: unknown,
  flaw: Flaw,
  refuse: (name: string, code: string) => void,
): void {
  if (plans !== undefined && plans !== null && !Array.isArray(plans)) {
    refuse("clientData.Plans", "INCORRECT_TYPE");
  }
  const list: readonly unknown[] = Array.isArray(plans) ? plans : [];
  const allowed = ["Renewal", "Refinancing", "Switch", ...(flaw === "no Buying" ? [] : ["Buying"])];
  for (const [at, plan] of list.entries()) {
    const name = `clientData.Plans.${at}`;
    const { type }: Fields = Object(plan);
    if (typeof plan !== "object") refuse(name, "INCORRECT_TYPE");
    else if (type === undefined) refuse(`${name}.type`, "REQUIRED");
    else if (typeof type !== "string") refuse(`${name}.type`, "INCORRECT_TYPE");
    else if (!allowed.includes(type)) refuse(`${name}.type`, "INVALID");
  }
}

function judgeDate(date: unknown, flaw: Flaw, refuse: (code: string) => void): void {
  if (date === undefined) return;
  if (typeof date !== "string") {
    if (flaw !== "any kind of date" || typeof date === "number") refuse("INCORRECT_TYPE");
  } else if (Number.isNaN(Date.parse(date)) || date === "1990-02-30") refuse("INVALID");
  else if (flaw === "no timestamp as date" && date.includes("T")) refuse("INVALID");
}
