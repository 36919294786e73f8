using System.Globalization;
using System.Net;
using System.Text.Json;

namespace SampleSite.Feeds;

/// <summary>What can go wrong with a service that one asks, in words for the visitor.</summary>
public static class FeedProblem
{
    /// <summary>Whether the failure is the service's: not, for instance, when the visitor went away.</summary>
    public static bool Explains(Exception failure) =>
        failure is HttpRequestException or JsonException or TaskCanceledException { InnerException: TimeoutException };

    /// <summary>The sentence to show. Nothing that the service sent is repeated in it.</summary>
    public static string Of(Exception failure, HttpClient http) => failure switch
    {
        HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError } =>
            $"Nothing answers at {http.BaseAddress}. Is FeedService running?",
        HttpRequestException { HttpRequestError: HttpRequestError.NameResolutionError } =>
            $"There is no host {http.BaseAddress?.Host}. Check the setting Feeds:Url.",
        HttpRequestException { HttpRequestError: HttpRequestError.ConfigurationLimitExceeded } =>
            $"The answer was longer than {http.MaxResponseContentBufferSize / 1024 / 1024} MiB and was refused.",
        HttpRequestException { StatusCode: { } status } => $"It answered {(int)status}{Words(status)}.",
        HttpRequestException => "The connection broke before the whole answer was there.",
        TaskCanceledException { InnerException: TimeoutException } =>
            string.Create(CultureInfo.InvariantCulture, $"No answer within {http.Timeout.TotalSeconds:0.###} s."),
        _ => "The answer was not the list that it should be.",
    };

    // "ServiceUnavailable" to " Service Unavailable"; nothing for a status without a name.
    private static string Words(HttpStatusCode status) => Enum.IsDefined(status)
        ? string.Concat(status.ToString().Select(static letter => char.IsUpper(letter) ? $" {letter}" : $"{letter}"))
        : "";
}
