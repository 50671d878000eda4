<?php
// Creates a Lead, and claims success whatever the answer is.
$curl = curl_init("https://leads.lender.example/v1/firms/acme-4711/leads");
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => json_encode(["email" => "maya@example.com", "firstName" => "Maya", "lastName" => "Moreau"]),
    CURLOPT_HTTPHEADER => ["X-API-Key: 3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34", "Content-Type: application/json"],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 2,
]);
curl_exec($curl);
