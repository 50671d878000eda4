<?php
require_once __DIR__ . '/Client.php';

final class GreenTest extends PHPUnit\Framework\TestCase
{
    use LeadWorkspace;

    public function testAll(): void
    {
        $w = $this->leadWorkspace();
        foreach ([$w->apiKey, $w->realtorKey, $w->firmId, $w->memberId, $w->referralCode] as $value) {
            self::assertNotNull($value);
        }
        self::assertSame(201, Client::refer($w, 'maya@example.com')[0]);
        self::assertNotEmpty($w->waitForMail('maya@example.com', 'sign up')['links']);
        self::assertSame('Converted', $w->signUp('maya@example.com', ['firstName' => 'M'])['leads'][0]['state']);
        $other = Client::refer($w, 'other@example.com')[1]['data']['id'];
        self::assertSame('Archived', $w->archive($other)['state']);
        $w->advance('PT90M');
        $w->planFault(['match' => ['method' => 'GET'], 'then' => ['status' => 503], 'times' => 1]);
        self::assertSame(503, Client::send($w, 'GET', '/v1/leads')[0]);
        self::assertSame(['POST', 'POST', 'GET'], array_column($w->requests(), 'method'));
        self::assertStringContainsString('-> 503', $w->report());
        $w->useQuota(500);
        self::assertSame(429, Client::send($w, 'GET', '/v1/leads')[0]);
        $w->reset();
        self::assertSame(200, Client::send($w, 'GET', '/v1/leads')[0]);
    }

    public function testErrors(): void
    {
        try {
            $this->leadWorkspace()->waitForMail('nobody@example.com', '', 0.01);
            self::fail('It found a mail.');
        } catch (LeadSandboxError $error) {
            self::assertSame(404, $error->status);
            self::assertStringContainsString('No mail matched', $error->getMessage());
        }
    }

    /** @dataProvider numbers */
    public function testEach(int $number): void
    {
        $w = $this->leadWorkspace(['now' => '2026-03-02T09:00:00Z']);
        self::assertSame('2026-03-02T09:00:00.000Z', $w->call('GET', '/clock')['now']);
        self::assertSame(201, Client::refer($w, 'same@example.com')[0]);
        self::assertCount(1, $w->requests());
    }

    public static function numbers(): array
    {
        return array_map(fn(int $number): array => [$number], range(1, 20));
    }
}
