// lead-sandbox kit for NUnit and xUnit, version @VERSION@; newest: GET /_sandbox/kits/csharp
// Its tests run it with NUnit 2.6 on Mono. xUnit, newer versions of NUnit, and .NET were not run.
// [Test] public async Task Converts() => await LeadSandbox.RunAsync("Tests.LeadTest > Converts", async workspace => { … });
// Answers are JSON texts, which System.Text.Json or any other library reads.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

/// <summary>A refused call with its status, or no sandbox at all (status 0).</summary>
public sealed class LeadSandboxException : Exception
{
    public int Status { get; }
    public LeadSandboxException(string message, int status) : base(message) { Status = status; }
}

/// <summary>A workspace of lead-sandbox for each test.</summary>
public static class LeadSandbox
{
    private const string Version = "@VERSION@";
    private static string difference = "";
    // The time-out of each call is its own. A proxy of the environment cannot reach this machine.
    private static readonly HttpClient Local = new HttpClient(new HttpClientHandler { UseProxy = false });
    private static readonly HttpClient Remote = new HttpClient();
    static LeadSandbox() { Local.Timeout = Remote.Timeout = Timeout.InfiniteTimeSpan; }

    /// <summary>Replaces LEAD_SANDBOX_CONTROL_URL, such as for a container that the tests start.</summary>
    public static string ControlUrl { get; set; }

    /// <summary>Runs a test in a workspace of its own. Prints its requests if it fails, and drops the workspace.</summary>
    public static async Task RunAsync(string label, Func<LeadWorkspace, Task> test, string options = "{}")
    {
        var workspace = await WorkspaceAsync(label, options);
        try
        {
            await test(workspace);
        }
        catch
        {
            await Attempt(async () => Console.Error.WriteLine(label + "\n" + await workspace.ReportAsync()));
            throw;
        }
        finally
        {
            if (Environment.GetEnvironmentVariable("LEAD_SANDBOX_KEEP") != "1") await Attempt(workspace.DropAsync);
        }
    }

    /// <summary>A workspace with options of POST /workspaces as JSON, such as {"now":"2026-03-02T09:00:00Z"}.</summary>
    public static async Task<LeadWorkspace> WorkspaceAsync(string label, string options = "{}")
    {
        var more = options.Trim().Substring(1);
        var body = "{\"label\":" + Quoted(label) + ",\"idleSeconds\":3600" + (more.Trim() == "}" ? "" : ",") + more;
        var text = await SendAsync("POST", "/workspaces", body, TimeSpan.Zero, "text/plain");
        return new LeadWorkspace(Regex.Matches(text, "^([^=\n]+)=(.*)$", RegexOptions.Multiline).Cast<Match>()
            .GroupBy(line => line.Groups[1].Value).ToDictionary(same => same.Key, same => same.First().Groups[2].Value));
    }

    internal static async Task<string> SendAsync(string method, string path, string json, TimeSpan wait, string accept = "*/*", string own = null)
    {
        var given = ControlUrl ?? Environment.GetEnvironmentVariable("LEAD_SANDBOX_CONTROL_URL");
        var url = (string.IsNullOrEmpty(given) ? "http://127.0.0.1:4610/_sandbox" : given).TrimEnd('/');
        var request = new HttpRequestMessage(new HttpMethod(method), url + path);
        request.Headers.TryAddWithoutValidation("user-agent", "lead-sandbox-kit-csharp/" + Version);
        request.Headers.TryAddWithoutValidation("accept", accept);
        var token = own ?? Environment.GetEnvironmentVariable("LEAD_SANDBOX_CONTROL_TOKEN");
        if (!string.IsNullOrEmpty(token)) request.Headers.TryAddWithoutValidation("authorization", "Bearer " + token);
        if (json != null) request.Content = new StringContent(json, Encoding.UTF8, "application/json");
        HttpResponseMessage answer;
        string text;
        try
        {
            var timeout = new CancellationTokenSource(wait + TimeSpan.FromSeconds(30)).Token;
            answer = await (new Uri(url).IsLoopback ? Local : Remote).SendAsync(request, timeout);
            text = await answer.Content.ReadAsStringAsync();
        }
        catch (Exception error) when (error is HttpRequestException || error is OperationCanceledException)
        {
            throw new LeadSandboxException("No lead-sandbox answers at " + url + " (" + error.GetBaseException().Message
                + "). Start one: npx lead-sandbox, or run npx lead-sandbox exec -- dotnet test", 0);
        }
        Compare(answer);
        var status = (int)answer.StatusCode;
        if (status < 300) return text;
        // The message and the hint of a refusal; another answer is cut.
        var said = Regex.Matches(text, "(?:^{\"message\"|,\"hint\"):\"((?:[^\"\\\\]|\\\\.)*)\"").Cast<Match>()
            .Select(part => Regex.Unescape(part.Groups[1].Value)).DefaultIfEmpty(text.Substring(0, Math.Min(200, text.Length)));
        throw new LeadSandboxException(method + " " + url + path + ": " + status + " " + string.Join(" ", said)
            + (status == 404 || status == 422 ? difference : ""), status);
    }

    private static void Compare(HttpResponseMessage answer)
    {
        var sandbox = answer.Headers.TryGetValues("x-lead-sandbox-version", out var sent) ? sent.First() : Version;
        if (sandbox.Split('.').Take(2).SequenceEqual(Version.Split('.').Take(2))) return;
        var text = " The kit has version " + Version + ", the sandbox " + sandbox + ".";
        if (Interlocked.Exchange(ref difference, text) == "") Console.Error.WriteLine("lead-sandbox:" + text);
    }

    /// <summary>A failure of the kit must not hide that of the test.</summary>
    private static async Task Attempt(Func<Task> work)
    {
        try { await work(); }
        catch (LeadSandboxException error) { Console.Error.WriteLine("lead-sandbox: " + error.Message); }
    }

    internal static string Quoted(string text) =>
        "\"" + Regex.Replace(text.Replace("\\", "\\\\").Replace("\"", "\\\""), @"\p{Cc}", " ") + "\"";
}

/// <summary>A world of its own with the configuration of a client; null for what its fixture lacks.</summary>
public sealed class LeadWorkspace
{
    public string Id { get; }
    public string Url { get; }
    public string ApiKey { get; }
    public string RealtorKey { get; }
    public string FirmId { get; }
    public string MemberId { get; }
    public string ReferralCode { get; }
    private readonly string token;

    internal LeadWorkspace(IReadOnlyDictionary<string, string> variables)
    {
        Func<string, string> of = name => variables.ContainsKey(name) ? variables[name] : null;
        Id = of("LEAD_SANDBOX_WORKSPACE");
        Url = of("LEAD_API_URL");
        ApiKey = of("LEAD_API_KEY");
        RealtorKey = of("LEAD_API_REALTOR_KEY");
        FirmId = of("LEAD_API_FIRM_ID");
        MemberId = of("LEAD_API_MEMBER_ID");
        ReferralCode = of("LEAD_API_REFERRAL_CODE");
        token = of("LEAD_SANDBOX_WORKSPACE_TOKEN");
    }

    /// <summary>Any control call of this workspace; json is null without a body.</summary>
    public Task<string> CallAsync(string method, string path, string json = null, TimeSpan wait = default(TimeSpan)) =>
        LeadSandbox.SendAsync(method, "/workspaces/" + Id + path, json, wait, "*/*", token);

    /// <summary>The client signs up: clientProfile, leads, plans, emails.</summary>
    public Task<string> SignUpAsync(string email) => CallAsync("POST", "/sign-ups", "{\"email\":" + LeadSandbox.Quoted(email) + "}");
    public Task<string> ArchiveAsync(string leadId) => CallAsync("POST", "/leads/" + Uri.EscapeDataString(leadId) + "/archive");
    public Task AdvanceAsync(TimeSpan by) => CallAsync("POST", "/clock/advance", "{\"by\":" + (long)by.TotalMilliseconds + "}");
    /// <summary>Plans {"match": …, "then": …, "times": …}.</summary>
    public Task<string> PlanFaultAsync(string fault) => CallAsync("POST", "/faults", fault);
    public Task UseQuotaAsync(int count) => CallAsync("POST", "/quotas/partner/use", "{\"count\":" + count + "}");
    /// <summary>The first thousand requests, oldest first.</summary>
    public Task<string> RequestsAsync() => CallAsync("GET", "/requests?order=asc&limit=1000");
    /// <summary>The newest matching mail, with text, html and links; an empty text matches any.</summary>
    public Task<string> WaitForMailAsync(string to, string subject, TimeSpan timeout) =>
        CallAsync("GET", "/emails/wait?to=" + Uri.EscapeDataString(to) + "&subject=" + Uri.EscapeDataString(subject)
            + "&timeoutMs=" + (long)timeout.TotalMilliseconds, null, timeout);
    public Task<string> ReportAsync() => CallAsync("GET", "/report");
    public Task ResetAsync() => CallAsync("POST", "/reset");
    public Task DropAsync() => CallAsync("DELETE", "");
}
