using System.Globalization;
using Syncopate.ClusterBench;

// Figures of agents on machines of their own: namespaces of the network on this one. Needs root, Linux, iproute2, PostgreSQL, faketime.
switch (args)
{
    case ["starts", var count]:
        await StartBench.RunAsync(Number(count));
        return 0;
    case ["losses", var count]:
        await LossBench.RunAsync(Number(count));
        return 0;
    case ["faults", var seed, var minutes]:
        return await FaultBench.RunAsync(Number(seed), TimeSpan.FromMinutes(Number(minutes)));
    case ["verdicts", var seed, var count]:
        return await VerdictBench.RunAsync(Number(seed), Number(count));
    case ["histogram", var seconds]:
        await HistogramBench.RunAsync(TimeSpan.FromSeconds(Number(seconds)));
        return 0;
    case ["scale"]:
        await ScaleBench.RunAsync();
        return 0;
    default:
        await Console.Error.WriteLineAsync("""
            dotnet Syncopate.ClusterBench.dll starts N            how far apart four agents begin, N times each way
            dotnet Syncopate.ClusterBench.dll losses N            how soon a killed agent and a cut cable are told
            dotnet Syncopate.ClusterBench.dll faults SEED MINUTES random faults: nothing lost, nothing twice, no hang, no lie
            dotnet Syncopate.ClusterBench.dll verdicts SEED N     comparisons whose answer is known, under random faults
            dotnet Syncopate.ClusterBench.dll scale               what an agent costs the conductor and the database
            dotnet Syncopate.ClusterBench.dll histogram SECONDS   four agents together against one generator
            """);
        return 2;
}

static int Number(string text) => int.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture);
