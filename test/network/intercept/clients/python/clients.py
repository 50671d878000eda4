"""Programs with the address, the key and the Firm of production in their code. Each prints its name and the status."""
import asyncio
import http.client
import json
import urllib.request

import aiohttp
import httpx
import requests
import urllib3

HOST = "leads.lender.example"
URL = f"https://{HOST}/v1/firms/acme-4711/leads"
HEADERS = {"X-API-Key": "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34", "Content-Type": "application/json"}


def lead(name):
    return json.dumps({"email": f"{name}@example.com", "firstName": "Maya", "lastName": "Moreau"}).encode()


def with_urllib(body):
    request = urllib.request.Request(URL, body, HEADERS)
    return urllib.request.urlopen(request).status


def with_http_client(body):
    connection = http.client.HTTPSConnection(HOST)
    connection.request("POST", "/v1/firms/acme-4711/leads", body, HEADERS)
    return connection.getresponse().status


def with_requests(body):
    return requests.post(URL, body, headers=HEADERS).status_code


def with_urllib3(body):
    return urllib3.PoolManager().request("POST", URL, body=body, headers=HEADERS).status


def with_httpx(body):
    return httpx.post(URL, content=body, headers=HEADERS).status_code


def with_httpx_async(body):
    async def send():
        async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport()) as client:
            return (await client.post(URL, content=body, headers=HEADERS)).status_code

    return asyncio.run(send())


def with_aiohttp(body):
    async def send():
        async with aiohttp.ClientSession() as session:
            async with session.post(URL, data=body, headers=HEADERS) as answer:
                return answer.status

    return asyncio.run(send())


def with_trailing_dot(body):
    request = urllib.request.Request(URL.replace(HOST, f"{HOST}."), body, HEADERS)
    return urllib.request.urlopen(request).status


for function in (with_urllib, with_http_client, with_requests, with_urllib3, with_httpx, with_httpx_async, with_aiohttp, with_trailing_dot):
    name = function.__name__.replace("with_", "")
    try:
        print(name, function(lead(name)))
    except Exception as error:
        print(name, repr(error))
