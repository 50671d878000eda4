<?php
require_once __DIR__ . '/Client.php';

final class CarelessTest extends PHPUnit\Framework\TestCase
{
    use LeadWorkspace;

    public function testRefers(): void
    {
        $w = $this->leadWorkspace();
        @file_get_contents("$w->url/v1/firms/$w->firmId/leads", false, stream_context_create(['http' => [
            'method' => 'POST',
            'header' => ["x-api-key: $w->apiKey", 'content-type: application/json'],
            'content' => '{"email":"maya@example.com","firstName":"Maya","lastName":"Moreau"}',
        ]]));
        self::assertTrue(true);
    }
}
