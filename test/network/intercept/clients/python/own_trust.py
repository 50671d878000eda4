"""Programs that trust only the file of certifi, whatever the variables say. Each prints its name and the status."""
import certifi
import requests

URL = "https://leads.lender.example/v1/firms/acme-4711/leads"
HEADERS = {"X-API-Key": "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34"}


def with_send():
    session = requests.Session()
    return session.send(session.prepare_request(requests.Request("GET", URL, headers=HEADERS)))


def with_no_environment():
    session = requests.Session()
    session.trust_env = False
    return session.get(URL, headers=HEADERS)


def with_certifi():
    return requests.get(URL, headers=HEADERS, verify=certifi.where())


for function in (with_send, with_no_environment, with_certifi):
    try:
        print(function.__name__, function().status_code)
    except Exception as error:
        print(function.__name__, repr(error))
