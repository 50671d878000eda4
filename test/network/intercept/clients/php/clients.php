<?php
// Programs with the address, the key and the Firm of production in their code. Each prints its name and the status.
const ADDRESS = "https://leads.lender.example/v1/firms/acme-4711/leads";
const HEADERS = ["X-API-Key" => "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34", "Content-Type" => "application/json"];

function lead(string $name): string {
    return json_encode(["email" => "$name@example.com", "firstName" => "Maya", "lastName" => "Moreau"]);
}

function lines(): array {
    return array_map(fn ($name) => "$name: " . HEADERS[$name], array_keys(HEADERS));
}

if (($argv[1] ?? "") === "streams") {
    $options = ["method" => "POST", "header" => lines(), "content" => lead("streams"), "ignore_errors" => true];
    @file_get_contents(ADDRESS, false, stream_context_create(["http" => $options]));
    echo "streams ", explode(" ", $http_response_header[0] ?? "none none")[1], "\n";
    exit;
}

$curl = curl_init(ADDRESS);
curl_setopt_array($curl, [CURLOPT_POSTFIELDS => lead("curl"), CURLOPT_HTTPHEADER => lines(), CURLOPT_RETURNTRANSFER => true]);
curl_exec($curl);
echo "curl ", curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\n";

require "GuzzleHttp/autoload.php";
$answer = (new GuzzleHttp\Client())->post(ADDRESS, ["headers" => HEADERS, "body" => lead("guzzle"), "http_errors" => false]);
echo "guzzle ", $answer->getStatusCode(), "\n";
