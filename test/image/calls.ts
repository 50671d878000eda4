/** Scripts of a client inside of a container, which Node evaluates there. */

const plane = `
const url = process.argv[1];
const call = async (method, path, body) => {
  const response = await fetch(url + path, {
    method,
    headers: {
      "x-api-key": "11111111-1111-4111-8111-111111111111",
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
};
`;

/** The server's URL inside of its container. */
export const inside = "http://127.0.0.1:4610";

/** Creates a Lead and prints the status. */
export const createLead = `${plane}
const lead = { email: "mona@example.com", firstName: "Mona", lastName: "Moss" };
const { status } = await call("POST", "/v1/firms/Harb0rPt/leads", lead);
console.log(status);
`;

/** Prints the emails of all Leads. */
export const listLeads = `${plane}
const { data } = JSON.parse((await call("GET", "/v1/leads")).text);
console.log(data.map(({ email }) => email).join(" "));
`;

/** Creates a Lead and prints the recipients of mail. */
export const createLeadAndReadMail = `${plane}
const lead = { email: "mona@example.com", firstName: "Mona", lastName: "Moss" };
await call("POST", "/v1/firms/Harb0rPt/leads", lead);
const { text } = await call("GET", "/_sandbox/emails/wait?kind=welcome");
console.log(JSON.parse(text).data.to.join(" "));
`;
