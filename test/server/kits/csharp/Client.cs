using System.Net.Http;
using System.Text;
using System.Threading.Tasks;
using NUnit.Framework;

/// A client of the Lead API, as a partner writes it.
public static class Client
{
    private static readonly HttpClient Http = new HttpClient(new HttpClientHandler { UseProxy = false });

    public static Task<string> Refer(LeadWorkspace w, string email, int status) => Send(w, HttpMethod.Post,
        "/v1/firms/" + w.FirmId + "/leads", "{\"email\":\"" + email + "\",\"firstName\":\"M\",\"lastName\":\"M\"}", status);

    public static async Task<string> Send(LeadWorkspace w, HttpMethod method, string path, string json, int status)
    {
        var request = new HttpRequestMessage(method, w.Url + path);
        request.Headers.Add("x-api-key", w.ApiKey);
        if (json != null) request.Content = new StringContent(json, Encoding.UTF8, "application/json");
        var answer = await Http.SendAsync(request);
        Assert.AreEqual(status, (int)answer.StatusCode);
        return await answer.Content.ReadAsStringAsync();
    }
}
