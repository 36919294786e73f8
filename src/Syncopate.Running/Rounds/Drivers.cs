using Syncopate.Running.Servers;

namespace Syncopate.Running.Rounds;

/// <summary>One driver for each form of an experiment, and one for the form that is measured against itself.</summary>
internal sealed class Drivers : IDisposable
{
    private readonly Dictionary<Form, SlotDriver> _forms;
    private readonly SlotDriver? _noise;
    private readonly RunContext _run;
    private readonly ExperimentPlan _plan;
    private readonly ServerSet _serverSet;

    private Drivers(RunContext run, ExperimentPlan plan, ServerSet serverSet, Dictionary<Form, SlotDriver> forms, SlotDriver? noise)
    {
        (_run, _plan, _serverSet) = (run, plan, serverSet);
        _forms = forms;
        _noise = noise;
    }

    /// <summary>The drivers of a plan.</summary>
    /// <param name="run">The run.</param>
    /// <param name="plan">The plan.</param>
    /// <param name="serverSet">Servers of all forms.</param>
    /// <param name="noise">Server of the noise form: the same servers for a steady question, another process for a cold one.</param>
    public static Drivers Of(RunContext run, ExperimentPlan plan, ServerSet serverSet, ServerSet noise)
    {
        IReadOnlyList<WorkloadForm> forms = plan.Experiment.Workload.Forms;
        WorkloadForm? again = forms.FirstOrDefault(f => f.Form == plan.Experiment.NoiseForm);
        return new Drivers(
            run,
            plan,
            serverSet,
            forms.ToDictionary(f => f.Form, f => new SlotDriver(run, plan, f, serverSet)),
            again is null ? null : new SlotDriver(run, plan, again, noise));
    }

    /// <summary>The driver of a form for a kind of slot.</summary>
    public SlotDriver this[Form form, SlotKind kind] => kind == SlotKind.Noise && _noise is { } noise ? noise : _forms[form];

    /// <summary>One driver a form.</summary>
    public IEnumerable<SlotDriver> OfForms => _forms.Values;

    /// <summary>When the last try of a round began, on the clock of the run; null before the first.</summary>
    public TimeSpan? TryBegan { get; private set; }

    /// <summary>All drivers.</summary>
    public IEnumerable<SlotDriver> All => _noise is { } noise ? _forms.Values.Append(noise) : _forms.Values;

    /// <summary>Measures the slots of a round, and journals them. A round in which an agent was lost is measured again, all of it: forms
    /// are compared only by slots that the same agents sent whole.</summary>
    /// <param name="turns">The slots in their order.</param>
    /// <param name="load">Of each of them.</param>
    /// <param name="tell">Told which form comes next.</param>
    /// <param name="cancellationToken">Ends the slot under way.</param>
    /// <exception cref="SendersLostException">An agent was lost, and these servers are not cold any more, as the question wants
    /// them.</exception>
    public Task<IReadOnlyList<Slot>> MeasureAsync(
        IReadOnlyList<RoundTurn> turns, SlotLoad load, Action<Form> tell, CancellationToken cancellationToken) => IsCold
        ? MeasureOnceAsync(turns, load, tell, cancellationToken)
        : SendersLostException.RepeatAsync(() => MeasureOnceAsync(turns, load, tell, cancellationToken));

    /// <summary>Has agents send to the server of each form before a round, where they are new to it. Not to one that has to be
    /// cold.</summary>
    public async Task WarmAgentsAsync(CancellationToken cancellationToken)
    {
        if (IsCold)
            return;
        foreach (SlotDriver driver in OfForms)
            await driver.WarmAgentsAsync(_plan.Experiment.Load, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Holds a round to what was checked before it.</summary>
    /// <param name="slots">Of the round.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="TargetFailedException">It does not hold any more; the journal has the doubt.</exception>
    public async Task HoldRoundAsync(IReadOnlyList<Slot> slots, CancellationToken cancellationToken) =>
        Keep(await _plan.Work.Guard.AfterRoundAsync(slots, _serverSet, cancellationToken).ConfigureAwait(false));

    /// <summary>Runs the rounds on these servers, and holds the servers to what was checked when those are over, or cut.</summary>
    /// <param name="runAsync">The rounds.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="TargetFailedException">It does not hold any more; the journal has the doubt.</exception>
    public async Task HoldAsync(Func<Task> runAsync, CancellationToken cancellationToken)
    {
        try
        {
            await runAsync().ConfigureAwait(false);
            Keep(await _plan.Work.Guard.AfterLastRoundAsync(_serverSet, cancellationToken).ConfigureAwait(false));
        }
        catch (OperationCanceledException)
        {
            Keep(await _plan.Work.Guard.AfterCutAsync(_serverSet).ConfigureAwait(false));
            throw;
        }
    }

    private bool IsCold => _plan.Experiment.Replicate == Replicate.ProcessStart;

    private async Task<IReadOnlyList<Slot>> MeasureOnceAsync(
        IReadOnlyList<RoundTurn> turns, SlotLoad load, Action<Form> tell, CancellationToken cancellationToken)
    {
        await WarmAgentsAsync(cancellationToken).ConfigureAwait(false);
        TryBegan = _run.Clock.Elapsed;
        List<Slot> slots = [];
        foreach ((Form form, SlotKind kind, int round, int position) in turns)
        {
            tell(form);
            Slot slot = await this[form, kind].RunAsync(kind, round, position, load, cancellationToken)
                .ConfigureAwait(false);
            slots.Add(slot);
            // What agents send is kept when the round is whole: with a slot that is lost, those before it are measured again.
            if (_run.OpenWarmUp is null)
                _run.Journal.Append(slot);
        }

        if (_run.OpenWarmUp is not null)
            _run.Journal.Append(slots);
        return slots;
    }

    private void Keep(Doubt? doubt)
    {
        if (doubt is null)
            return;
        _run.Journal.Append(doubt);
        if (doubt.Code == Doubt.OtherAnswers)
            throw new TargetFailedException($"{doubt.What} {doubt.Why}");
    }

    public void Dispose()
    {
        foreach (SlotDriver driver in All)
            driver.Dispose();
    }
}
