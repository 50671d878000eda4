// Creates a Lead, and claims success whatever the answer is.
import axios from "axios";

const headers = { "x-api-key": "22222222-2222-4222-8222-222222222222" };
const lead = { email: "maya@example.com", firstName: "Maya", lastName: "Moreau" };
const url = "https://leads.lender.example/v1/firms/Harb0rPt/leads";
await axios.post(url, lead, { headers, timeout: 2000 }).catch(() => null);
