namespace Syncopate.Bench;

/// <summary>Everything about the engine, as bench/results/load.md keeps it.</summary>
internal static class LoadReport
{
    private const long Requests = 50_000_000;
    private const int Connections = 10_000;

    public static async Task RunAsync(LoadBenchOptions options)
    {
        Output.Line($"# The load engine, measured");
        Output.Line($"");
        Output.Line($"Printed by `dotnet run -c Release --project bench -- load-all` as it is. One core for the server, another for the client.");
        Output.Machine();
        Section($"Against wrk, ab, hey and autocannon", "Requests per second tell how busy the machine was; what a client does in a second of its own CPU time (per generator core) hardly depends on that. The mean latencies of tools agree where the server is the limit (/delay/20). Elsewhere hey (steps of 0.1 ms) and autocannon (whole ms) print what their unit leaves of a latency, and wrk adds samples it never took (`stats_correct`) whenever anything paused: \"in flight\" then is not 1. ab's mean is right; its percentiles are whole ms.");
        await LoadBench.RunAsync(options);
        Section($"How punctual requests at a rate are", "");
        await PaceBench.RunPaceAsync(20);
        Section($"A freeze and its closed form", "");
        await PaceBench.RunFreezeAsync(6);
        Section($"{Connections:N0} connections at once", "");
        await EnduranceBench.RunManyAsync(Connections, 10);
        Section($"An hour's worth of requests", "");
        await EnduranceBench.RunLongAsync(Requests);
    }

    private static void Section(FormattableString title, string text)
    {
        Output.Line($"");
        Output.Line($"## {FormattableString.Invariant(title)}");
        Output.Line($"");
        if (text.Length > 0)
            Output.Line($"{text}");
    }
}
