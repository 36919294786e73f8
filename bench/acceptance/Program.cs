using System.Globalization;
using Syncopate.Acceptance;

switch (args)
{
    case [KnownCostServer.Argument, var port, var iterations]:
        await KnownCostServer.RunAsync(int.Parse(port, CultureInfo.InvariantCulture), long.Parse(iterations, CultureInfo.InvariantCulture));
        return 0;
    case [Burners.Argument]:
        Burners.Burn();
        return 0;
    case [var test, .. var options] when AcceptanceOptions.Read(test, options) is { } read:
        return await AcceptanceProgram.RunAsync(read);
    case [var word] when PlanAcceptance.Find(word) is { } cases:
        return await PlanAcceptance.RunAsync(cases, "artifacts/acceptance-plan");
    case [var word, "--out", var folder] when PlanAcceptance.Find(word) is { } cases:
        return await PlanAcceptance.RunAsync(cases, folder);
    default:
        await Console.Error.WriteLineAsync($"{AcceptanceOptions.Usage}\n{PlanAcceptance.Usage}");
        return 2;
}
