using System.Text;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>A file that somebody wrote by hand, or got from somebody.</summary>
public sealed class ScenarioMutationTests
{
    private static readonly byte[] Shop = Encoding.UTF8.GetBytes("""
        {
          "steps": [
            // Who are we?
            { "name": "log in", "path": "/login", "body": { "user": "ada" }, "take": { "token": { "json": "/session/token" }, "shop": { "header": "X-Shop" } } },
            { "name": "look", "path": "/items?shop={shop}", "headers": { "Authorization": "Bearer {token}" }, "take": { "item": { "regex": "data-id=(\\d+)" } } },
            { "name": "order", "path": "/orders/{item}", "method": "PUT", "headers": { "Content-Type": "text/plain" }, "body": "one {item} for {token} and {nobody}" },
          ]
        }
        """);

    private static readonly byte[][] Pieces = Damage.Bytes(
        "\"take\": {", "{shop}", "\"(\"", "\"/\"", "null", "[", "]", "{", "}", ",", ":", "//", "/*", "\"\\ud800\"", "\u00FF");

    [Fact]
    public void A_damaged_scenario_is_read_or_refused_in_words() =>
        Damage.Try<FormatException>(random => Damage.To(Shop, Pieces, random), Read, Damage.Inputs);

    [Fact]
    public void A_scenario_of_odd_values_is_read_or_refused_in_words() =>
        Damage.Try<FormatException>(random => Damage.ToValuesOf(Shop, random), Read, Damage.Inputs);

    private static void Read(byte[] json) => LoadScenario.Parse(Encoding.UTF8.GetString(json));
}
