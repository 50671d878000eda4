"""Creates and reads a Lead with the client of openapi-python-client."""
import os

from lead_api_client import AuthenticatedClient
from lead_api_client.api.leads import get_lead, get_leads, post_leads_for_firm
from lead_api_client.models import LeadCreate

client = AuthenticatedClient(
    base_url=os.environ["LEAD_API_URL"] + "/v1",
    token=os.environ["LEAD_API_KEY"],
    prefix="",
    auth_header_name="X-API-Key",
)
body = LeadCreate(email="maya@example.com", first_name="Maya", last_name="Moss")
made = post_leads_for_firm.sync(os.environ["LEAD_API_FIRM_ID"], client=client, body=body)
read = get_lead.sync(made.data.id, client=client)
print(read.data.email, read.data.converted_at)
leads = get_leads.sync(client=client, limit=2)
print(*(lead.email for lead in leads.data))
for more in ({"filter_": '{"email":"maya@example.com"}'}, {"order": '[["createdAt","ASC"]]'}):
    found = get_leads.sync(client=client, **more)
    print(found.data[0].email, found.meta.total)
