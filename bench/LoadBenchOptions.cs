using System.Globalization;

namespace Syncopate.Bench;

/// <summary>What the comparison with other tools measures.</summary>
/// <param name="Servers">Of null, plain and delay.</param>
/// <param name="Users">Connections; for delay, where the server is the limit, 50 alone.</param>
/// <param name="Rounds">Slots of each client that count; before them there is one more.</param>
/// <param name="Seconds">Of a slot; twice that from 1,000 users on, whose connections some tools open within it, and for delay.</param>
internal sealed record LoadBenchOptions(IReadOnlyList<string> Servers, IReadOnlyList<int> Users, int Rounds, int Seconds)
{
    /// <summary>Beside the event loop; empty for all that are on this machine.</summary>
    public IReadOnlyList<string> Clients { get; init; } = [];

    /// <summary>Takes a quarter of an hour with six clients.</summary>
    public static LoadBenchOptions Default { get; } = new(["null", "plain", "delay"], [1, 10, 50, 200, 2000], 8, 1);

    /// <summary>Such as <c>--servers null,plain --users 1,50 --rounds 12 --seconds 2</c>.</summary>
    public static LoadBenchOptions Parse(IReadOnlyList<string> words)
    {
        LoadBenchOptions options = Default;
        for (int i = 0; i + 1 < words.Count; i += 2)
        {
            string[] values = words[i + 1].Split(',');
            options = words[i] switch
            {
                "--servers" => options with { Servers = values },
                "--users" => options with { Users = [.. values.Select(Number)] },
                "--clients" => options with { Clients = values },
                "--rounds" => options with { Rounds = Number(values[0]) },
                "--seconds" => options with { Seconds = Number(values[0]) },
                _ => throw new ArgumentException($"{words[i]} is none of --servers, --users, --clients, --rounds and --seconds."),
            };
        }

        return options;
    }

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
