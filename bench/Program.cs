using System.Globalization;
using Syncopate.Bench;
using Syncopate.Bench.DataAccess;

switch (args)
{
    case ["load"]:
        await LoadBench.RunAsync([1, 10, 50, 200, 2000], rounds: 18, seconds: 2);
        return 0;
    case ["load", var users, var rounds, var seconds]:
        await LoadBench.RunAsync([int.Parse(users, CultureInfo.InvariantCulture)], int.Parse(rounds, CultureInfo.InvariantCulture), int.Parse(seconds, CultureInfo.InvariantCulture));
        return 0;
    case ["histogram"]:
        HistogramBench.Run(rounds: 40);
        return 0;
    case ["crud"]:
        await CrudBench.RunAsync(rounds: 60);
        return 0;
    case ["crud", var rounds]:
        await CrudBench.RunAsync(int.Parse(rounds, CultureInfo.InvariantCulture));
        return 0;
    case [NullServer.Argument]:
        await NullServer.RunAsync();
        return 0;
    case [EngineClient.Argument, var name]:
        await EngineClient.RunAsync(name);
        return 0;
    default:
        await Console.Error.WriteLineAsync("usage: crud [ROUNDS]                 what Syncopate.Crud adds to EF Core, on SQLite and on PostgreSQL where its programs are");
        await Console.Error.WriteLineAsync("       histogram                     what one record of a histogram costs");
        await Console.Error.WriteLineAsync("       load [USERS ROUNDS SECONDS]   requests a second of the engines, and of wrk, ab, hey and autocannon where they are on the path, in alternating slots");
        return 2;
}
