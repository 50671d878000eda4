"""A program that trusts only the file of certifi, whatever the variables say."""
import certifi
import requests

session = requests.Session()
session.trust_env = False
answer = session.get(
    "https://leads.lender.example/v1/firms/acme-4711/leads",
    headers={"X-API-Key": "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34"},
    verify=certifi.where(),
)
print("requests with certifi", answer.status_code)
