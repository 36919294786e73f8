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

    // What the other forms send.
    private static readonly string[] OtherFields = ["a", "b", "c", "what", "users", "order", "result", "process"];

    private Served Served => fixture.Served;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    // What is no path, no number, no name of a result and no command line, and what would overflow.
    private static readonly string[] Broken = ["x\0y", "\0", "-Infinity", "NaN", "99999999999999999999", "-1", "%", "a@b", "\u202e"];

    public static TheoryData<string> Pages => [.. AttackTests.Pages];

    public static TheoryData<string> Forms => AttackTests.Forms;

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

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task What_is_broken_in_an_address_is_no_fault_of_its_page(string path)
    {
        using HttpClient client = await Served.ClientAsync();

        foreach (string value in Broken)
        {
            string given = string.Join('&', Parameters.Select(name => $"{name}={Uri.EscapeDataString(value)}"));
            using HttpResponseMessage answer = await client.GetAsync($"{path.Split('?')[0]}?{given}", Token);
            Assert.True((int)answer.StatusCode < 500, $"{path} with '{value}': {answer.StatusCode}");
        }
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public async Task What_is_broken_in_a_form_is_no_fault_of_what_it_is_sent_to(string path)
    {
        using HttpClient client = await Served.ClientAsync();
        string[] names = [.. Fields(await client.GetStringAsync("/start", Token)), .. OtherFields];

        foreach (string value in Broken)
        {
            (string, string)[] fields = [.. names.Select(name => (name, value))];
            using HttpResponseMessage answer = await Served.PostAsync(client, path, fields);
            Assert.True((int)answer.StatusCode < 500, $"{path} with '{value}': {answer.StatusCode}");
        }
    }

    /// <summary>A path with it was refused by the runtime, and the form had an error without a word.</summary>
    [Fact]
    public async Task A_character_that_no_command_line_can_hold_is_refused_in_words_in_every_field_of_a_comparison()
    {
        using HttpClient client = await Served.ClientAsync();
        string form = await client.GetStringAsync("/start", Token);
        // A box that is ticked is a word without a value.
        string[] names = [.. Fields(form).Where(name => !form.Contains($"value=\"1\" name=\"{name}\"", StringComparison.Ordinal))];
        Assert.Contains("--assembly", names);
        string key = await KeyAsync(client);

        foreach (string name in names)
        {
            foreach (string value in Broken)
            {
                using FormUrlEncodedContent sent = new([new("key", key), new(name, value)]);
                using HttpResponseMessage answer = await client.PostAsync("/start/check", sent, Token);
                string said = await answer.Content.ReadAsStringAsync(Token);
                bool isCut = value.Contains('\0'); // No form may hold it: it is refused before a field is read.
                HttpStatusCode expected = isCut ? HttpStatusCode.BadRequest : HttpStatusCode.OK;
                Assert.Equal((name, value, expected), (name, value, answer.StatusCode));
                Assert.Equal((name, value, isCut), (name, value, said.Contains("is too large, or broken", StringComparison.Ordinal)));
            }
        }
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

    private static IEnumerable<string> Fields(string form) =>
        Regex.Matches(form, "name=\"(argument[0-9]|--[a-z0-9-]+)\"").Select(m => m.Groups[1].Value).Distinct();

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
