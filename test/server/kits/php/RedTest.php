<?php
require_once __DIR__ . '/Client.php';

final class RedTest extends PHPUnit\Framework\TestCase
{
    use LeadWorkspace;

    public function testTwice(): void
    {
        Client::refer($this->leadWorkspace(), 'maya@example.com');
        self::assertSame(201, Client::refer($this->leadWorkspace(), 'maya@example.com')[0]);
    }
}
