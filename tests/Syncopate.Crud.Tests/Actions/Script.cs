using Syncopate.Crud.Actions;

namespace Syncopate.Crud.Tests.Actions;

/// <summary>What a <see cref="Scripted"/> action does, and what it saw.</summary>
internal sealed class Script
{
    public AsyncLocal<string?> Ambient { get; } = new();

    public TaskCompletionSource Begun { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public TaskCompletionSource Go { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Func<string, Result<int>> Ending { get; set; } = input => Result.Done(input.Length, $"Counted {input}.");

    public IProgress<ActionProgress>? Progress { get; private set; }

    public List<ScopedThing> Things { get; } = [];

    public Thread? Thread { get; private set; }

    public string? AmbientSeen { get; private set; }

    public void Begin(IProgress<ActionProgress>? progress, ScopedThing thing)
    {
        Progress = progress;
        Thread = Thread.CurrentThread;
        AmbientSeen = Ambient.Value;
        lock (Things)
            Things.Add(thing);
        Begun.TrySetResult();
    }

    public Result<int> End(string input) => Ending(input);
}

/// <summary>An action in both forms that does what its script says: it tells that it has begun, waits to be let go, and
/// ends as it should.</summary>
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

/// <summary>Stands for a context: one for each scope, and disposed with it.</summary>
internal sealed class ScopedThing : IDisposable
{
    public bool IsDisposed { get; private set; }

    public void Dispose() => IsDisposed = true;
}
