using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Tests that hold what a watch tells of time against what the watched process has timed itself: after all
/// others, one at a time.</summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
public sealed class Alone;
