using System.Text.Json.Serialization;

namespace Syncopate.Watch;

/// <summary>One record of <c>watch.jsonl</c>, and one line of <c>syncopate watch --json</c>: a <see cref="WatchHeader"/>, then whatever was seen in the order in which it was, and one
/// <see cref="WatchEnd"/> unless the tool died.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "type")]
[JsonDerivedType(typeof(WatchHeader), "watch")]
[JsonDerivedType(typeof(WatchMoment), "moment")]
[JsonDerivedType(typeof(WatchSites), "sites")]
[JsonDerivedType(typeof(WatchTimeline), "async")]
[JsonDerivedType(typeof(WatchLoad), "load")]
[JsonDerivedType(typeof(WatchInterval), "interval")]
[JsonDerivedType(typeof(WatchLoadFailure), "loadFailure")]
[JsonDerivedType(typeof(WatchEnd), "end")]
public abstract record WatchRecord;
