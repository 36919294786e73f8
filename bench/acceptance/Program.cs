using System.Globalization;
using Syncopate.Acceptance;
using Syncopate.Acceptance.WatchTruth;

switch (args)
{
    case [KnownCostServer.Argument, var port, var work]:
        await KnownCostServer.RunAsync(int.Parse(port, CultureInfo.InvariantCulture), work);
        return 0;
    case [Burners.Argument]:
        Burners.Burn();
        return 0;
    case [TruthServer.Argument, var seed, var tally, var urls]:
        await TruthServer.RunAsync(int.Parse(seed, CultureInfo.InvariantCulture), tally, urls);
        return 0;
    case [_, ..] when await WatchTruthAcceptance.TryAsync(args) is { } code:
        return code;
    case [FirstMinuteRun.Word or FirstMinuteRun.Word + "-table", ..] when await FirstMinuteRun.TryAsync(args) is { } code:
        return code;
    case [var test, .. var options] when AcceptanceOptions.Read(test, options) is { } read:
        return await AcceptanceProgram.RunAsync(read);
    case [var word] when PlanAcceptance.Find(word) is { } cases:
        return await PlanAcceptance.RunAsync(cases, "artifacts/acceptance-plan");
    case [var word, "--out", var folder] when PlanAcceptance.Find(word) is { } cases:
        return await PlanAcceptance.RunAsync(cases, folder);
    case [DecideAcceptance.Word, ..] when await DecideAcceptance.RunAsync(args.AsMemory(1)) is { } code:
        return code;
    default:
        await Console.Error.WriteLineAsync(string.Join('\n', [
            AcceptanceOptions.Usage, PlanAcceptance.Usage, FirstMinuteRun.Usage, DecideAcceptance.Usage, WatchTruthAcceptance.Usage]));
        return 2;
}
