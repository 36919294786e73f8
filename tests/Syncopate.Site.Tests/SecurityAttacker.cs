using System.Net;
using System.Text;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>Somebody with cookies of his own who sends what no browser would.</summary>
internal sealed class SecurityAttacker(Uri site) : IDisposable
{
    private readonly SocketsHttpHandler _handler = new() { AllowAutoRedirect = false, UseProxy = false, CookieContainer = new CookieContainer() };
    private HttpClient? _client;

    private HttpClient Client => _client ??= new HttpClient(_handler);

    /// <summary>Sends and reads all; the answer's content can be read again.</summary>
    public async Task<SecurityAnswer> SendAsync(HttpMethod method, string path, HttpContent? content = null, params (string Name, string Value)[] headers)
    {
        using HttpRequestMessage request = new(method, new Uri(site.GetLeftPart(UriPartial.Authority) + path)) { Content = content };
        foreach (var (name, value) in headers)
            request.Headers.TryAddWithoutValidation(name, value);
        using HttpResponseMessage response = await Client.SendAsync(request, TestContext.Current.CancellationToken);
        return new SecurityAnswer(
            response.StatusCode,
            await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken),
            response.Headers.Concat(response.Content.Headers).ToDictionary(static header => header.Key, static header => string.Join('|', header.Value), StringComparer.OrdinalIgnoreCase));
    }

    public Task<SecurityAnswer> GetAsync(string path, params (string Name, string Value)[] headers) => SendAsync(HttpMethod.Get, path, null, headers);

    public Task<SecurityAnswer> PostAsync(string path, IEnumerable<KeyValuePair<string, string>> fields, params (string Name, string Value)[] headers) =>
        SendAsync(HttpMethod.Post, path, new FormUrlEncodedContent(fields), headers);

    /// <summary>Posts the fields as a type that pages of other sites can send without asking first.</summary>
    public Task<SecurityAnswer> PostAsTextAsync(string path, IEnumerable<KeyValuePair<string, string>> fields) =>
        SendAsync(HttpMethod.Post, path, new StringContent(string.Join('&', fields.Select(static field => $"{field.Key}={Uri.EscapeDataString(field.Value)}")), Encoding.UTF8, "text/plain"));

    /// <summary>Opens the page of a form and sends it, filled sensibly but for the fields given.</summary>
    public async Task<SecurityAnswer> FillInAsync(PageForm form, params (string Name, string Value)[] given) => await PostAsync(form.Action, (await OpenAsync(form)).Filled(given));

    /// <summary>The form as it is on its page now, with a token of this visitor's; as it was when it is gone.</summary>
    public async Task<PageForm> OpenAsync(PageForm form) =>
        PageForm.AllOf(form.Page, (await GetAsync(form.Page)).Body).FirstOrDefault(now => now.Action == form.Action) ?? form;

    public void Dispose()
    {
        _client?.Dispose();
        _handler.Dispose();
    }
}
