<?php
require_once __DIR__ . '/LeadSandbox.php';

/** A client of the Lead API, as a partner writes it. */
final class Client
{
    /** @return array{int, array} */
    public static function send(LeadSandboxWorkspace $w, string $method, string $path, string $body = ''): array
    {
        $headers = ["x-api-key: $w->apiKey", 'content-type: application/json'];
        $options = ['method' => $method, 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
        $text = file_get_contents($w->url . $path, false, stream_context_create(['http' => $options]));
        return [(int) substr($http_response_header[0], 9, 3), json_decode($text, true)];
    }

    /** @return array{int, array} */
    public static function refer(LeadSandboxWorkspace $w, string $email): array
    {
        $person = json_encode(['email' => $email, 'firstName' => 'Maya', 'lastName' => 'Moreau']);
        return self::send($w, 'POST', "/v1/firms/$w->firmId/leads", $person);
    }
}
