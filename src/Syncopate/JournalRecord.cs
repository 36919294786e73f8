using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>One record of <c>run.jsonl</c>. The journal of a run is: one <see cref="RunHeader"/>, then for each experiment the
/// <see cref="Experiment"/> itself and its <see cref="Slot"/>s in the order in which they ran, its
/// <see cref="FormProbe"/>s if they were asked for, doubts where they arose, and one <see cref="RunEnd"/>
/// unless the tool died. A load has, instead of experiments, a <see cref="LoadDescription"/>, its
/// <see cref="IntervalRecord"/>s and a <see cref="GeneratorUse"/>.
/// The latter tells of each machine where several sent the load.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "type")]
[JsonDerivedType(typeof(RunHeader), "run")]
[JsonDerivedType(typeof(Experiment), "experiment")]
[JsonDerivedType(typeof(Slot), "slot")]
[JsonDerivedType(typeof(FormProbe), "probe")]
[JsonDerivedType(typeof(LoadDescription), "load")]
[JsonDerivedType(typeof(IntervalRecord), "interval")]
[JsonDerivedType(typeof(GeneratorUse), "generator")]
[JsonDerivedType(typeof(Doubt), "doubt")]
[JsonDerivedType(typeof(RunEnd), "end")]
public abstract record JournalRecord;
