using Syncopate.Crud.Actions;

namespace Syncopate.Crud.Tests.Actions;

/// <summary>An action in both forms that does what its script says: it tells that it has begun, waits to be let go, and ends as it should.</summary>
internal sealed class Scripted(Script script, ScopedThing thing) : IAction<string, int>, IAsyncAction<string, int>
{
    public Result<int> Run(string input, IProgress<ActionProgress>? progress = null, CancellationToken token = default)
    {
        script.Begin(progress, thing);
        script.Go.Task.Wait(token);
        return script.End(input);
    }

    public async Task<Result<int>> RunAsync(string input, IProgress<ActionProgress>? progress = null, CancellationToken token = default)
    {
        script.Begin(progress, thing);
        await script.Go.Task.WaitAsync(token);
        return script.End(input);
    }
}
