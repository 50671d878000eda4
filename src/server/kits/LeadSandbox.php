<?php
// lead-sandbox kit for PHPUnit, version @VERSION@; newest: GET /_sandbox/kits/php
// In a test class: use LeadWorkspace; then $this->leadWorkspace() in any test.
declare(strict_types=1);

/** A refused call, with its status and the refused fields, or no sandbox at all. */
final class LeadSandboxError extends RuntimeException
{
    public int $status = 0;
    public array $fields = [];
}

final class LeadSandbox
{
    private const VERSION = '@VERSION@';
    private static string $difference = '';
    /** Replaces LEAD_SANDBOX_CONTROL_URL, such as for a container that the tests start. */
    public static ?string $controlUrl = null;

    /** A workspace with options of POST /workspaces, such as label, now, fixture or quotaPerHour. */
    public static function workspace(array $options = []): LeadSandboxWorkspace
    {
        return new LeadSandboxWorkspace(self::call('POST', '/workspaces', $options + ['idleSeconds' => 3600]));
    }

    /** Any call of the control API: the data of its answer, or its text. */
    public static function call(string $method, string $path, ?array $body = null, float $wait = 0, ?string $own = null)
    {
        $usual = 'http://127.0.0.1:4610/_sandbox';
        $url = rtrim(self::$controlUrl ?: getenv('LEAD_SANDBOX_CONTROL_URL') ?: $usual, '/') . $path;
        $token = $own ?? (getenv('LEAD_SANDBOX_CONTROL_TOKEN') ?: '');
        $headers = ['user-agent: lead-sandbox-kit-php/' . self::VERSION, 'content-type: application/json'];
        $headers[] = 'authorization: Bearer ' . $token;
        $options = ['method' => $method, 'timeout' => $wait + 30, 'ignore_errors' => true];
        $options['header'] = $token === '' ? array_slice($headers, 0, 2) : $headers;
        $options['content'] = $body === null ? '' : json_encode((object) $body, JSON_THROW_ON_ERROR);
        $text = @file_get_contents($url, false, stream_context_create(['http' => $options]));
        if ($text === false) {
            $cause = error_get_last()['message'] ?? 'no answer';
            $start = 'Start one: npx lead-sandbox, or run npx lead-sandbox exec -- phpunit';
            $base = substr($url, 0, -strlen($path));
            throw new LeadSandboxError("No lead-sandbox answers at $base ($cause). $start");
        }
        return self::read("$method $url", implode("\n", $http_response_header), $text);
    }

    /** @return mixed */
    private static function read(string $request, string $head, string $text)
    {
        $status = (int) substr($head, 9, 3);
        preg_match('/^x-lead-sandbox-version: *(\S+)/mi', $head, $found);
        self::compare($found[1] ?? self::VERSION);
        $answer = json_decode($text, true);
        if ($status < 300) {
            return is_array($answer) ? $answer['data'] : $text;
        }
        $said = is_array($answer) ? ($answer['message'] ?? '') . ' ' . ($answer['hint'] ?? '') : substr($text, 0, 200);
        $more = in_array($status, [404, 422], true) ? self::$difference : '';
        $error = new LeadSandboxError("$request: $status " . trim($said) . $more);
        $error->status = $status;
        $error->fields = $answer['fields'] ?? [];
        throw $error;
    }

    private static function compare(string $sandbox): void
    {
        $short = fn(string $version): array => array_slice(explode('.', $version), 0, 2);
        if (self::$difference !== '' || $short($sandbox) === $short(self::VERSION)) {
            return;
        }
        self::$difference = ' The kit has version ' . self::VERSION . ", the sandbox $sandbox.";
        fwrite(STDERR, 'lead-sandbox:' . self::$difference . "\n");
    }
}

/** A world of its own with the configuration of a client; null for what its fixture lacks. */
final class LeadSandboxWorkspace
{
    public string $id, $url;
    public ?string $apiKey, $realtorKey, $firmId, $memberId, $referralCode;
    private ?string $token;

    public function __construct(array $created)
    {
        $variables = $created['variables'];
        $this->id = $created['id'];
        $this->token = $created['token'] ?? null;
        $this->url = $variables['LEAD_API_URL'];
        $this->apiKey = $variables['LEAD_API_KEY'] ?? null;
        $this->realtorKey = $variables['LEAD_API_REALTOR_KEY'] ?? null;
        $this->firmId = $variables['LEAD_API_FIRM_ID'] ?? null;
        $this->memberId = $variables['LEAD_API_MEMBER_ID'] ?? null;
        $this->referralCode = $variables['LEAD_API_REFERRAL_CODE'] ?? null;
    }

    /** Any other control call of this workspace. */
    public function call(string $method, string $path = '', ?array $body = null, float $wait = 0)
    {
        return LeadSandbox::call($method, "/workspaces/$this->id$path", $body, $wait, $this->token);
    }

    /** The client signs up: clientProfile, leads, plans, emails. */
    public function signUp(string $email, array $person = []): array { return $this->call('POST', '/sign-ups', ['email' => $email] + $person); }
    public function archive(string $leadId): array { return $this->call('POST', '/leads/' . rawurlencode($leadId) . '/archive')['lead']; }
    /** Moves the clock by an ISO 8601 duration such as PT1H. */
    public function advance(string $by): void { $this->call('POST', '/clock/advance', ['by' => $by]); }
    /** Plans ['match' => …, 'then' => …, 'times' => …]. */
    public function planFault(array $fault): array { return $this->call('POST', '/faults', $fault); }
    public function useQuota(int $count): void { $this->call('POST', '/quotas/partner/use', ['count' => $count]); }
    /** The first thousand requests, oldest first. */
    public function requests(): array { return $this->call('GET', '/requests?order=asc&limit=1000'); }
    /** The newest matching mail, with text, html and links; '' matches any. */
    public function waitForMail(string $to = '', string $subject = '', float $timeout = 5): array
    {
        $query = http_build_query(['to' => $to, 'subject' => $subject, 'timeoutMs' => (int) ($timeout * 1000)]);
        return $this->call('GET', "/emails/wait?$query", null, $timeout);
    }
    public function report(): string { return $this->call('GET', '/report'); }
    public function reset(): void { $this->call('POST', '/reset'); }
    public function drop(): void { $this->call('DELETE'); }
}

/** Gives each test of a PHPUnit class its workspace, on first use. */
trait LeadWorkspace
{
    private ?LeadSandboxWorkspace $leadWorkspace = null;

    protected function leadWorkspace(array $options = []): LeadSandboxWorkspace
    {
        $name = method_exists($this, 'nameWithDataSet') ? $this->nameWithDataSet() : $this->getName();
        return $this->leadWorkspace ??= LeadSandbox::workspace($options + ['label' => static::class . ' > ' . $name]);
    }

    /** @after */
    #[PHPUnit\Framework\Attributes\After]
    protected function endLeadWorkspace(): void
    {
        $workspace = $this->leadWorkspace;
        $this->leadWorkspace = null;
        try {
            $failed = method_exists($this, 'hasFailed') ? $this->hasFailed()
                : $this->status()->isFailure() || $this->status()->isError();
            if ($workspace !== null && $failed) {
                fwrite(STDERR, "\n" . $workspace->report() . "\n");
            }
            if ($workspace !== null && getenv('LEAD_SANDBOX_KEEP') !== '1') {
                $workspace->drop();
            }
        } catch (LeadSandboxError $error) {
            fwrite(STDERR, "\nlead-sandbox: {$error->getMessage()}\n");
        }
    }
}
