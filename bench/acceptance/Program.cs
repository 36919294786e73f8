using System.Globalization;
using Syncopate.Acceptance;

switch (args)
{
    case [KnownCostServer.Argument, var port, var work]:
        await KnownCostServer.RunAsync(int.Parse(port, CultureInfo.InvariantCulture), work);
        return 0;
    case [Burners.Argument]:
        Burners.Burn();
        return 0;
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
        await Console.Error.WriteLineAsync($"{AcceptanceOptions.Usage}\n{PlanAcceptance.Usage}\n{FirstMinuteRun.Usage}\n{DecideAcceptance.Usage}");
        return 2;
}
