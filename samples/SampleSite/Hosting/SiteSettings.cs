using System.Globalization;
using SampleSite.Database;

namespace SampleSite.Hosting;

/// <summary>What the operator may set, checked before anything starts.</summary>
/// <param name="Urls">Where the site listens: loopback only, since it is slow on purpose and asks nobody for a password.</param>
/// <param name="FeedsUrl">Where FeedService is; ends with a slash.</param>
/// <param name="FeedTimeout">How long a page waits for one feed.</param>
/// <param name="Database">Where the blog's data is.</param>
/// <param name="RunKey">The secret of whoever measures; null when nobody does, and then what only he may ask is not there.</param>
public sealed record SiteSettings(IReadOnlyList<string> Urls, Uri FeedsUrl, TimeSpan FeedTimeout, DatabaseSettings Database, string? RunKey)
{
    private const string DefaultUrl = "http://127.0.0.1:5080";
    private const string DefaultFeedsUrl = "http://127.0.0.1:5081";
    private const int DefaultTimeoutMilliseconds = 5_000;

    /// <summary>Reads and checks the settings.</summary>
    /// <exception cref="SettingException">A setting has a value that cannot be.</exception>
    public static SiteSettings Read(IConfiguration configuration)
    {
        // These would win over the urls below.
        if (configuration.GetSection("Kestrel:Endpoints").Exists())
            throw new SettingException($"The setting Kestrel:Endpoints is not used here. Say --urls {DefaultUrl} instead.");

        var urls = (configuration["urls"] ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return new SiteSettings(
            [.. urls.DefaultIfEmpty(DefaultUrl).Select(Loopback)],
            FeedsAddress(configuration["Feeds:Url"]),
            Timeout(configuration["Feeds:TimeoutMilliseconds"]),
            DatabaseSettings.Read(configuration),
            configuration["Run:Key"] is { Length: > 0 } key ? key : null);
    }

    // A port of 0 needs an address: the server refuses the pair "any port, localhost".
    private static string Loopback(string url) =>
        Uri.TryCreate(url, UriKind.Absolute, out Uri? parsed) && parsed is { Scheme: "http", IsLoopback: true, PathAndQuery: "/" }
            ? $"http://{(parsed.HostNameType == UriHostNameType.Dns ? "127.0.0.1" : parsed.Host)}:{parsed.Port}"
            : throw new SettingException($"'{url}' is not an http address of this machine. Use --urls {DefaultUrl}, or port 0 for any free one.");

    private static Uri FeedsAddress(string? text)
    {
        text ??= DefaultFeedsUrl;
        return Uri.TryCreate(text.TrimEnd('/') + "/", UriKind.Absolute, out Uri? url) && url.Scheme is "http" or "https"
            ? url
            : throw new SettingException($"Feeds:Url is '{text}', which is not an http address. Use --Feeds:Url {DefaultFeedsUrl}.");
    }

    private static TimeSpan Timeout(string? text) => text switch
    {
        null => TimeSpan.FromMilliseconds(DefaultTimeoutMilliseconds),
        _ when int.TryParse(text, CultureInfo.InvariantCulture, out int milliseconds) && milliseconds is > 0 and <= 600_000 =>
            TimeSpan.FromMilliseconds(milliseconds),
        _ => throw new SettingException($"Feeds:TimeoutMilliseconds is '{text}'; it must be a whole number from 1 to 600000."),
    };
}
