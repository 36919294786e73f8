using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>One record of <c>run.jsonl</c>. The journal of a run is: one <see cref="RunHeader"/>, then for each experiment the
/// <see cref="Experiment"/> itself and its <see cref="Slot"/>s in the order in which they ran, its
/// <see cref="FormProbe"/>s if they were asked for, what its servers ran on (<see cref="ServerRuntime"/>), doubts where they arose,
/// and one <see cref="RunEnd"/> unless the tool died. A load has, instead of experiments, a <see cref="LoadDescription"/>, its
/// <see cref="IntervalRecord"/>s and a <see cref="GeneratorUse"/>.
/// The latter has each machine where several sent the load. A run that was interrupted and goes on has a <see cref="RunResumed"/> after
/// what was there, and more of the same after it, to a <see cref="RunEnd"/> of its own.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "type")]
[JsonDerivedType(typeof(RunHeader), "run")]
[JsonDerivedType(typeof(Experiment), "experiment")]
[JsonDerivedType(typeof(Slot), "slot")]
[JsonDerivedType(typeof(FormProbe), "probe")]
[JsonDerivedType(typeof(ServerRuntime), "runtime")]
[JsonDerivedType(typeof(LoadDescription), "load")]
[JsonDerivedType(typeof(IntervalRecord), "interval")]
[JsonDerivedType(typeof(GeneratorUse), "generator")]
[JsonDerivedType(typeof(Doubt), "doubt")]
[JsonDerivedType(typeof(RunEnd), "end")]
[JsonDerivedType(typeof(RunResumed), "resumed")]
public abstract record JournalRecord;

/// <summary>What a server of .NET that the tool started ran on, as its monitor reports it.</summary>
/// <param name="Experiment">Id of the experiment; null for a load, which has none.</param>
/// <param name="Form">The form it served; null for a load.</param>
/// <param name="Runtime">As the runtime calls itself, such as ".NET 11.0.0".</param>
/// <param name="StateMachines">Async methods of its own assemblies, without those of packages, that the compiler made into state
/// machines; null where its assemblies cannot be read, as those of a single file.</param>
/// <param name="RuntimeAsync">Those that the runtime suspends and resumes by itself; null as before.</param>
internal sealed record ServerRuntime(string? Experiment, Form? Form, string Runtime, int? StateMachines, int? RuntimeAsync)
    : JournalRecord;

/// <summary>Stands in a journal where a run that was interrupted goes on: what follows was measured in a further sitting, by the same
/// header.</summary>
/// <param name="ResumedUtc">Wall clock when it went on.</param>
/// <param name="InterruptedUtc">Wall clock at the last sign of the sitting before, such as the end of its last slot.</param>
/// <param name="Elapsed">Time of the run at which it goes on; what lies between two sittings is no time of it.</param>
/// <param name="Interruption">How the sitting before ended; null when the tool was killed.</param>
internal sealed record RunResumed(
    DateTimeOffset ResumedUtc, DateTimeOffset InterruptedUtc, TimeSpan Elapsed, RunOutcome? Interruption)
    : JournalRecord;
