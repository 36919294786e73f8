using System.Net;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>Somebody with a browser that keeps cookies, follows nothing by itself and runs no scripts.</summary>
internal sealed partial class Visitor(Uri site) : IDisposable
{
    private readonly HttpClient _client = new(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false }) { BaseAddress = site };

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public async Task<Seen> GetAsync(string path)
    {
        using HttpResponseMessage response = await _client.GetAsync(path, Token);
        return await SeenAsync(response);
    }

    /// <summary>Opens a page with a form and sends that form, with its own token and version, and these fields.</summary>
    public async Task<Seen> FillInAsync(string page, params (string Name, string Value)[] fields) => await SendAsync(await GetAsync(page), page, fields);

    /// <summary>Opens a page with several forms and sends one of them.</summary>
    public async Task<Seen> FillInAsync(string page, string action, params (string Name, string Value)[] fields) => await SendAsync(await GetAsync(page), action, fields);

    /// <summary>Sends the form of a page that was opened before.</summary>
    public async Task<Seen> SendAsync(Seen form, string action, params (string Name, string Value)[] fields)
    {
        IEnumerable<(string Name, string Value)> hidden = Hidden().Matches(form.Html).Select(field => (Name: field.Groups["name"].Value, Value: WebUtility.HtmlDecode(field.Groups["value"].Value)));
        HashSet<string> given = fields.Select(field => field.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);
        using FormUrlEncodedContent content = new(
            fields.Concat(hidden.DistinctBy(field => field.Name).Where(field => !given.Contains(field.Name))).Select(field => KeyValuePair.Create(field.Name, field.Value)));
        using HttpResponseMessage response = await _client.PostAsync(action, content, Token);
        return await SeenAsync(response);
    }

    public void Dispose() => _client.Dispose();

    private static async Task<Seen> SeenAsync(HttpResponseMessage response) =>
        new(response.StatusCode, response.Headers.Location?.OriginalString, await response.Content.ReadAsStringAsync(Token));

    // The two ways in which the site's tag helpers write them.
    [GeneratedRegex("""<input (?:type="hidden" )?(?:id="\w+" )?name="(?<name>[\w-]+)"(?: type="hidden")? value="(?<value>[^"]*)" ?/?>""")]
    private static partial Regex Hidden();
}
