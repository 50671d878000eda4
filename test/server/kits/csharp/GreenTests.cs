using System;
using System.Linq;
using System.Net.Http;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using NUnit.Framework;

[TestFixture]
public class GreenTests
{
    [Test]
    public async Task TakesOptions() => await LeadSandbox.RunAsync("GreenTests > Options", async w =>
        StringAssert.Contains("2026-03-02T09:00:00.000Z", await w.CallAsync("GET", "/clock")), "{\"now\":\"2026-03-02T09:00:00Z\"}");

    [Test]
    public async Task RunsManyAtOnce() =>
        await Task.WhenAll(Enumerable.Range(0, 20).Select(number => LeadSandbox.RunAsync("GreenTests > " + number, async w =>
        {
            await Client.Refer(w, "same@example.com", 201);
            StringAssert.Contains("\"total\":1", await w.RequestsAsync());
        })));

    [Test]
    public async Task HasAllMethods() => await LeadSandbox.RunAsync("GreenTests > All \"quoted\"", async w =>
    {
        foreach (var value in new[] { w.Url, w.ApiKey, w.RealtorKey, w.FirmId, w.MemberId, w.ReferralCode })
        {
            Assert.IsNotNullOrEmpty(value);
        }
        await Client.Refer(w, "maya@example.com", 201);
        StringAssert.Contains("\"links\":[\"http", await w.WaitForMailAsync("maya@example.com", "sign up", TimeSpan.FromSeconds(5)));
        StringAssert.Contains("\"state\":\"Converted\"", await w.SignUpAsync("maya@example.com"));
        var lead = await Client.Refer(w, "other@example.com", 201);
        var id = Regex.Match(lead, "\"id\":\"([^\"]+)\"").Groups[1].Value;
        StringAssert.Contains("\"state\":\"Archived\"", await w.ArchiveAsync(id));
        await w.AdvanceAsync(TimeSpan.FromMinutes(90));
        await w.PlanFaultAsync("{\"match\":{\"method\":\"GET\"},\"then\":{\"status\":503},\"times\":1}");
        await Client.Send(w, HttpMethod.Get, "/v1/leads", null, 503);
        StringAssert.Contains("\"total\":3", await w.RequestsAsync());
        StringAssert.Contains("-> 503", await w.ReportAsync());
        await w.UseQuotaAsync(500);
        await Client.Send(w, HttpMethod.Get, "/v1/leads", null, 429);
        await w.ResetAsync();
        await Client.Send(w, HttpMethod.Get, "/v1/leads", null, 200);
    });

    [Test]
    public async Task ThrowsErrorsWithAStatus() => await LeadSandbox.RunAsync("GreenTests > Errors", async w =>
    {
        var missing = await Refused(() => w.WaitForMailAsync("nobody@example.com", "", TimeSpan.FromMilliseconds(10)));
        Assert.AreEqual(404, missing.Status);
        StringAssert.Contains(": 404 No mail matched", missing.Message);
        var invalid = await Refused(() => w.PlanFaultAsync("{\"match\":{\"methd\":\"GET\"},\"then\":{\"kind\":\"x\"}}"));
        Assert.AreEqual(422, invalid.Status);
        StringAssert.Contains(
            ": 422 Invalid body: match.methd: Unknown. Allowed: method, path, operationId, apiKeyId. then.kind: ", invalid.Message);
        StringAssert.Contains("\"reset\"", invalid.Message);
    });

    private static async Task<LeadSandboxException> Refused(Func<Task> call)
    {
        try { await call(); }
        catch (LeadSandboxException error) { return error; }
        throw new AssertionException("The call was not refused.");
    }
}
