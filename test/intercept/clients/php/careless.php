<?php
// Creates a Lead, and claims success whatever the answer is.
$curl = curl_init("https://leads.lender.example/v1/firms/Harb0rPt/leads");
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => json_encode(["email" => "maya@example.com", "firstName" => "Maya", "lastName" => "Moreau"]),
    CURLOPT_HTTPHEADER => ["X-API-Key: 22222222-2222-4222-8222-222222222222", "Content-Type: application/json"],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 2,
]);
curl_exec($curl);
