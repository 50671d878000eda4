using System;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

/// Without a test runner: "green" runs every method and twenty tests at once, "red" a failing test.
public static class Tests
{
    private static readonly HttpClient Http = new HttpClient(new HttpClientHandler { UseProxy = false });

    public static int Main(string[] args)
    {
        try
        {
            (args[0] == "red" ? Red() : Green()).GetAwaiter().GetResult();
            return 0;
        }
        catch (Exception error)
        {
            Console.WriteLine(error.Message);
            return 1;
        }
    }

    private static Task Red() => LeadSandbox.RunAsync("Tests > Red", async w =>
    {
        await Refer(w, "maya@example.com", 201);
        await Refer(w, "maya@example.com", 201);
    });

    private static async Task Green()
    {
        await LeadSandbox.RunAsync("Tests > All \"quoted\"", All);
        await LeadSandbox.RunAsync("Tests > Options", async w =>
            Has(await w.CallAsync("GET", "/clock"), "2026-03-02T09:00:00.000Z"), "{\"now\":\"2026-03-02T09:00:00Z\"}");
        await Task.WhenAll(Enumerable.Range(0, 20).Select(number => LeadSandbox.RunAsync("Tests > " + number, async w =>
        {
            await Refer(w, "same@example.com", 201);
            Has(await w.RequestsAsync(), "\"total\":1");
        })));
    }

    private static async Task All(LeadWorkspace w)
    {
        foreach (var value in new[] { w.Url, w.ApiKey, w.RealtorKey, w.FirmId, w.MemberId, w.ReferralCode })
        {
            if (string.IsNullOrEmpty(value)) throw new Exception("A value is missing.");
        }
        await Refer(w, "maya@example.com", 201);
        Has(await w.WaitForMailAsync("maya@example.com", "sign up", TimeSpan.FromSeconds(5)), "\"links\":[\"http");
        Has(await w.SignUpAsync("maya@example.com"), "\"state\":\"Converted\"");
        var lead = await Refer(w, "other@example.com", 201);
        Has(await w.ArchiveAsync(Regex.Match(lead, "\"id\":\"([^\"]+)\"").Groups[1].Value), "\"state\":\"Archived\"");
        await w.AdvanceAsync(TimeSpan.FromMinutes(90));
        await w.PlanFaultAsync("{\"match\":{\"method\":\"GET\"},\"then\":{\"status\":503},\"times\":1}");
        await Send(w, HttpMethod.Get, "/v1/leads", null, 503);
        Has(await w.RequestsAsync(), "\"total\":3");
        Has(await w.ReportAsync(), "-> 503");
        await w.UseQuotaAsync(500);
        await Send(w, HttpMethod.Get, "/v1/leads", null, 429);
        await w.ResetAsync();
        await Send(w, HttpMethod.Get, "/v1/leads", null, 200);
        try
        {
            await w.WaitForMailAsync("nobody@example.com", "", TimeSpan.FromMilliseconds(10));
        }
        catch (LeadSandboxException error) when (error.Status == 404)
        {
            Has(error.Message, ": 404 No mail matched");
        }
        try
        {
            await w.PlanFaultAsync("{\"match\":{\"methd\":\"GET\"},\"then\":{\"kind\":\"x\"}}");
        }
        catch (LeadSandboxException error) when (error.Status == 422)
        {
            Has(error.Message, ": 422 Invalid body: match.methd: Unknown. Allowed: method, path, operationId, apiKeyId. then.kind: ");
            Has(error.Message, "\"reset\"");
            return;
        }
        throw new Exception("It planned a fault that matches nothing.");
    }

    private static Task<string> Refer(LeadWorkspace w, string email, int status) => Send(w, HttpMethod.Post,
        "/v1/firms/" + w.FirmId + "/leads", "{\"email\":\"" + email + "\",\"firstName\":\"M\",\"lastName\":\"M\"}", status);

    private static async Task<string> Send(LeadWorkspace w, HttpMethod method, string path, string json, int status)
    {
        var request = new HttpRequestMessage(method, w.Url + path);
        request.Headers.Add("x-api-key", w.ApiKey);
        if (json != null) request.Content = new StringContent(json, Encoding.UTF8, "application/json");
        var answer = await Http.SendAsync(request);
        if ((int)answer.StatusCode != status) throw new Exception((int)answer.StatusCode + " is not " + status);
        return await answer.Content.ReadAsStringAsync();
    }

    private static void Has(string text, string part)
    {
        if (!text.Contains(part)) throw new Exception(part + " is not in " + text);
    }
}
