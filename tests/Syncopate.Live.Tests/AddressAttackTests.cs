using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>What whoever has lured somebody to an address may try, and whoever has kept what an earlier start handed out.</summary>
[Trait("Judges", "laws")]
public sealed class AddressAttackTests(ServedWithResults fixture) : IClassFixture<ServedWithResults>
{
    private const string Markup = "\"'><img src=x onerror=alert(1)>";

    // What pages read of their addresses, besides the fields of the form of a comparison.
    private static readonly string[] Parameters = ["result", "file", "new", "from", "cores", "users", "cpu", "wait"];

    private Served Served => fixture.Served;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> Pages => [.. AttackTests.Pages];

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task Markup_in_an_address_is_text_on_its_page(string path)
    {
        using HttpClient client = await Served.ClientAsync();
        string form = await client.GetStringAsync("/start", Token);
        string[] names = [.. Regex.Matches(form, "name=\"([a-z0-9-]+)\"").Select(m => m.Groups[1].Value).Concat(Parameters).Distinct()];
        Assert.True(names.Length > 25, string.Join(' ', names));
        string[] given = [.. Regex.Matches(path, "[?&]([a-z]+)=").Select(m => m.Groups[1].Value)];
        string bare = path.Split('?')[0];

        string alone = await TextAsync(client, $"{bare}?{Query(names)}");
        string beside = await TextAsync(client, $"{path}{(given.Length > 0 ? '&' : '?')}{Query(names.Except(given))}");

        Assert.DoesNotContain("<img src=x", alone, StringComparison.Ordinal);
        Assert.DoesNotContain("<img src=x", beside, StringComparison.Ordinal);
    }

    /// <summary>Its length is not announced, so that nothing can be refused before it is read.</summary>
    [Fact]
    public async Task A_form_without_end_is_cut_off()
    {
        using HttpClient client = await Served.ClientAsync();
        using ByteArrayContent body = new(Encoding.ASCII.GetBytes("key=" + new string('x', 3_000_000)));
        body.Headers.ContentType = MediaTypeHeaderValue.Parse("application/x-www-form-urlencoded");
        using HttpRequestMessage request = new(HttpMethod.Post, "/start/check") { Content = body };
        request.Headers.TransferEncodingChunked = true;

        HttpStatusCode? status = null;
        try
        {
            using HttpResponseMessage answer = await client.SendAsync(request, Token);
            status = answer.StatusCode;
        }
        catch (HttpRequestException)
        {
            // Hung up on before all was sent.
        }

        Assert.True(status is null or HttpStatusCode.RequestEntityTooLarge, $"It was answered with {status}.");
        using HttpResponseMessage later = await client.GetAsync("/results", Token);
        Assert.Equal(HttpStatusCode.OK, later.StatusCode);
    }

    [Fact]
    public async Task Token_cookie_and_key_of_an_earlier_start_are_worth_nothing()
    {
        await using Served served = await Served.StartAsync(results: 1);
        using HttpClient earlier = await served.ClientAsync();
        string key = await KeyAsync(earlier);
        Uri entrance = served.Entrance;

        await served.RestartAsync();
        using HttpClient later = await served.ClientAsync();
        using HttpResponseMessage byCookie = await earlier.GetAsync("/results", Token);
        using HttpResponseMessage byToken = await earlier.GetAsync(entrance, Token);
        using HttpResponseMessage byKey = await DeleteAsync(later, key);

        Assert.Equal(HttpStatusCode.Unauthorized, byCookie.StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, byToken.StatusCode);
        Assert.Equal(HttpStatusCode.Forbidden, byKey.StatusCode);
        Assert.True(Directory.Exists(Path.Combine(served.Root, "result-1")));
    }

    [Fact]
    public async Task The_key_of_a_form_without_the_cookie_is_refused()
    {
        using HttpClient client = await Served.ClientAsync();
        using HttpClient stranger = new() { BaseAddress = new Uri(Served.Site) };

        using HttpResponseMessage answer = await DeleteAsync(stranger, await KeyAsync(client));

        Assert.Equal(HttpStatusCode.Unauthorized, answer.StatusCode);
        Assert.True(Directory.Exists(Path.Combine(Served.Root, "result-1")));
    }

    private static string Query(IEnumerable<string> names) =>
        string.Join('&', names.Select(name => $"{name}={Uri.EscapeDataString(Markup)}"));

    private static async Task<string> KeyAsync(HttpClient client) =>
        Regex.Match(await client.GetStringAsync("/start", Token), "name=\"key\" value=\"([0-9a-f]+)\"").Groups[1].Value;

    private static async Task<HttpResponseMessage> DeleteAsync(HttpClient client, string key)
    {
        using FormUrlEncodedContent form = new([new("key", key), new("result", "result-1")]);
        return await client.PostAsync("/delete", form, Token);
    }

    private static async Task<string> TextAsync(HttpClient client, string path)
    {
        using HttpResponseMessage answer = await client.GetAsync(path, Token);
        return await answer.Content.ReadAsStringAsync(Token);
    }
}
