using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Syncopate.Crud.Actions;
using Xunit;

namespace Syncopate.Crud.Tests.Actions;

/// <summary>A runner with all that a test looks at. Disposing it ends every action.</summary>
internal sealed class Stage : IAsyncDisposable
{
    private readonly ServiceProvider _services;

    public Stage(ActionLimits? limits = null) => _services = new ServiceCollection()
        .AddSingleton<TimeProvider>(Time)
        .AddSingleton<ILogger<ActionRunner>>(Log)
        .AddSingleton(Script)
        .AddScoped<ScopedThing>()
        .AddActions(limits)
        .BuildServiceProvider(validateScopes: true);

    public ManualTime Time { get; } = new();

    public LogLines Log { get; } = new();

    public Script Script { get; } = new();

    public ActionRunner Runner => _services.GetRequiredService<ActionRunner>();

    public ValueTask DisposeAsync() => _services.DisposeAsync();

    public Result<ActionRun> TryStart(RunForm form, string owner = "ann", string input = "twelve") => form == RunForm.OnThread
        ? Runner.StartOnThread<Scripted, string, int>(owner, input)
        : Runner.Start<Scripted, string, int>(owner, input);

    /// <summary>A run whose action has begun and waits to be let go.</summary>
    public async Task<ActionRun> BeginAsync(RunForm form)
    {
        ActionRun run = TryStart(form).Value;
        await Script.Begun.Task.WaitAsync(TestContext.Current.CancellationToken);
        return run;
    }

    /// <summary>A run that has ended.</summary>
    public async Task<ActionRun> CompleteAsync(RunForm form, string owner = "ann")
    {
        Script.Go.TrySetResult();
        ActionRun run = TryStart(form, owner).Value;
        await run.Work.WaitAsync(TestContext.Current.CancellationToken);
        return run;
    }
}
