"""A program that trusts only the file of certifi, whatever the variables say."""
import certifi
import requests

session = requests.Session()
session.trust_env = False
answer = session.get(
    "https://leads.lender.example/v1/firms/Harb0rPt/leads",
    headers={"X-API-Key": "22222222-2222-4222-8222-222222222222"},
    verify=certifi.where(),
)
print("requests with certifi", answer.status_code)
