"""Creates and reads a Lead with the Python client of openapi-generator."""
import os

from openapi_client import ApiClient, Configuration, LeadCreate, LeadsApi

configuration = Configuration(host=os.environ["LEAD_API_URL"] + "/v1")
leads = LeadsApi(ApiClient(configuration, "X-API-Key", os.environ["LEAD_API_KEY"]))
body = LeadCreate(email="maya@example.com", firstName="Maya", lastName="Moss")
made = leads.post_leads_for_firm(os.environ["LEAD_API_FIRM_ID"], body)
read = leads.get_lead(made.data.id)
print(read.data.email, read.data.converted_at)
print(*(lead.email for lead in leads.get_leads(limit=2).data))
for more in ({"filter": '{"email":"maya@example.com"}'}, {"order": '[["createdAt","ASC"]]'}):
    found = leads.get_leads(**more)
    print(found.data[0].email, found.meta.total)
