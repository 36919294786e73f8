using Syncopate.Live.Access;
using Syncopate.Live.Following;
using Syncopate.Live.Results;
using Syncopate.Live.Watching;

namespace Syncopate.Live.Serving;

/// <summary>What the pages share.</summary>
/// <param name="Options">Where everything is.</param>
/// <param name="Keys">The secrets of this start.</param>
/// <param name="Store">The results.</param>
/// <param name="Runs">What is measured.</param>
/// <param name="Sessions">What is watched.</param>
internal sealed record LiveParts(LiveOptions Options, AccessKeys Keys, ResultStore Store, ChildRuns Runs, WatchSessions Sessions);
