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
