using Microsoft.EntityFrameworkCore;
using Xunit;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>One call on two databases of the same rows, in one form on each: both answer alike, and context and rows are as the answer
/// says.</summary>
/// <param name="Blocking">Rows stay for the next trial.</param>
/// <param name="Awaited">The other, whose calls are awaited.</param>
/// <param name="Seed">Decides everything; printed when it goes wrong.</param>
internal sealed record WareTrial(WareDatabase Blocking, WareDatabase Awaited, int Seed)
{
    /// <returns>Whether the call was done.</returns>
    /// <exception cref="Xunit.Sdk.XunitException">Something is not as the answer says.</exception>
    public async Task<bool> RunAsync()
    {
        Random random = new(Seed);
        WareKind kind = WareKind.All[random.Next(WareKind.All.Count)];
        Tend(Blocking, kind);
        Tend(Awaited, kind);
        WareCall call = kind.Next(random, Awaited.Rows());
        WareScene scene = WareScene.Next(random, Awaited.IsPostgres, kind.IsMade);
        try
        {
            WareAnswer awaited = await new WareRun(Awaited, kind, call, scene).PlayAsync(isAwaited: true);
            if (awaited.IsCancelled)
                return false;

            WareAnswer blocking = await new WareRun(Blocking, kind, call, scene).PlayAsync(isAwaited: false);
            Assert.Equal($"{awaited}", $"{blocking}");
            return awaited.Result is { IsDone: true };
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            Assert.Fail($"seed {Seed}, {Awaited.Shape}, {call.Name}, {scene}:\n{e}");
            return false;
        }
    }

    private void Tend(WareDatabase database, WareKind kind)
    {
        using WareContext context = database.Open();
        kind.Tend(context, new Random(Seed));
        context.Set<Audit>().ExecuteDelete();
    }
}
