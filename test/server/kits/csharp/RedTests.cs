using System.Threading.Tasks;
using NUnit.Framework;

[TestFixture]
public class RedTests
{
    [Test]
    public async Task Twice() => await LeadSandbox.RunAsync("RedTests > Twice", async w =>
    {
        await Client.Refer(w, "maya@example.com", 201);
        await Client.Refer(w, "maya@example.com", 201);
    });
}
