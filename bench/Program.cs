using System.Globalization;
using Syncopate.Bench;
using Syncopate.Bench.DataAccess;
using Syncopate.Bench.RuntimeAsync;

switch (args)
{
    case ["load", .. var options]:
        Output.Machine();
        await LoadBench.RunAsync(LoadBenchOptions.Parse(options));
        return 0;
    case ["load-all", .. var options]:
        await LoadReport.RunAsync(LoadBenchOptions.Parse(options));
        return 0;
    case ["load-long", .. var requests]:
        Output.Machine();
        await EnduranceBench.RunLongAsync(First(requests, 50_000_000));
        return 0;
    case ["load-many", .. var connections]:
        Output.Machine();
        await EnduranceBench.RunManyAsync(First(connections, 10_000), seconds: 10);
        return 0;
    case ["load-pace", .. var seconds]:
        Output.Machine();
        await PaceBench.RunPaceAsync(First(seconds, 20));
        return 0;
    case ["load-freeze", .. var periods]:
        Output.Machine();
        await PaceBench.RunFreezeAsync(First(periods, 6));
        return 0;
    case ["load-trace", .. var rounds]:
        Output.Machine();
        await TraceBench.RunAsync(First(rounds, 20));
        return 0;
    case ["await", .. var words]:
        return AwaitAgreement.Run(words.FirstOrDefault(w => w != "--short"), words.Contains("--short"));
    case ["early-look"]:
        EarlyLookBench.Run();
        return 0;
    case ["histogram"]:
        HistogramBench.Run(rounds: 40);
        return 0;
    case [LibraryBench.Argument, .. var options]:
        return await LibraryBench.RunAsync(options);
    case ["plan"]:
        PlanBench.Run(rounds: 10);
        return 0;
    case ["start" or "start-early" or "tool-start", var amount, .. var tools] when tools.Length > 0:
        Output.Machine();
        await StartBench.RunAsync(args[0], int.Parse(amount, CultureInfo.InvariantCulture), tools);
        return 0;
    case ["watch" or "watch-soak", .. var amount]:
        await (args[0] == "watch" ? WatchBench.RunAsync(First(amount, 8)) : WatchBench.RunSoakAsync(First(amount, 300)));
        return 0;
    case ["watch-weave"]:
        WovenBench.Run();
        return 0;
    case ["crud" or "crud-tracking", .. var rounds]:
        await (args[0] == "crud" ? CrudBench.RunAsync(First(rounds, 60)) : CrudBench.RunTrackingAsync(First(rounds, 30)));
        return 0;
    case ["async-events" or "await-list", .. var rounds]:
        await (args[0] == "async-events" ? AsyncEventsBench.RunAsync(First(rounds, 9)) : AwaitListBench.RunAsync(First(rounds, 31)));
        return 0;
    case ["runtime-async", var folder, .. var picture]:
        return RuntimeReport.Write(folder, picture.FirstOrDefault());
    case [NullServer.Argument or KestrelServer.Argument]:
        await (args[0] == NullServer.Argument ? NullServer.RunAsync() : KestrelServer.RunAsync());
        return 0;
    case [EngineClient.Argument, var name]:
        await EngineClient.RunAsync(name);
        return 0;
    default:
        await Console.Error.WriteLineAsync(Usage());
        return 2;
}

static int First(string[] words, int otherwise) => words is [var word, ..] ? int.Parse(word, CultureInfo.InvariantCulture) : otherwise;

static string Usage() => """
    usage: async-events [ROUNDS]         what an async timeline costs a server of .NET 11 by the events that it can be taken from; with
                                         DOTNET_ROLL_FORWARD=LatestMajor where .NET 11 is installed; 8 minutes
           await [--short] [FOLDER]      BenchmarkDotNet on the loops of tight-loop, beside the figures of a run of it in FOLDER; 20 minutes
           await-list [ROUNDS]           what keeping the list costs from which live awaits are read, on the runtime that runs this; seconds
           crud [ROUNDS]                 what Syncopate.Crud adds to EF Core, on SQLite and on PostgreSQL where its programs are
           crud-tracking [ROUNDS]        the same in a context that tracks 1,100 rows already
           early-look                    how often the looks at a comparison are wrong, and how soon right, under 90 kinds of noise; 10 minutes
           histogram                     what one record of a histogram costs
           library TURNS TOOL            what the library costs: a call, a form's process, an empty pair; and whether it says
                                         what the tool says of the same code behind addresses; TOOL as below; 3 minutes a turn
           load [--servers null,plain,delay] [--users 1,10,50,200,2000] [--rounds 8] [--seconds 1] [--clients wrk,ab]
                                         the engines against wrk, ab, hey and autocannon where they are on the path, in alternating slots; 15 minutes
           load-all [as load]            all of load, load-pace, load-freeze, load-many and load-long, as bench/results/load.md has it; half an hour
           load-long [REQUESTS]          memory over 50,000,000 requests; 10 minutes
           load-many [CONNECTIONS]       memory of 10,000 connections; 20 seconds
           load-pace [SECONDS]           how late requests are at a rate; 20 seconds for each of three rates
           load-freeze [PERIODS]         percentiles of a freeze against their closed form; 6 periods, 90 seconds
           load-trace [ROUNDS]           what a trace in each request costs the generator; 2 seconds a round
           plan                          how many requests per second the simulation of the thread pool simulates on one core
           runtime-async FOLDER [PICTURE] what .NET 11 changes, from a run of tight-loop and first-call in FOLDER beside which .NET 11
                                         was installed, as bench/results/runtime-async.md has it
           start STARTS TOOL...          what a start of the sample site costs, of each built tool in turns; TOOL is a folder such as
                                         artifacts/bin/Syncopate.Cli/release; 5 seconds a start
           start-early ROUNDS TOOL       the first load of sites that waited for 10 to 20 s over that of sites just started; 20 seconds a round
           tool-start TURNS PROGRAM...   short commands of installed tools in turns; 5 seconds a turn
           watch [ROUNDS]                what being watched costs a server, at 2,000 requests/s and saturated; 8 rounds, 13 minutes
           watch-weave                   what the clocks cost that weaving adds to an async method
           watch-soak [SECONDS]          memory of both processes and lost events at 20,000 requests/s; 5 minutes
    """;
