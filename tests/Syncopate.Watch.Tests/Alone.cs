using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Tests that compare what a watch reports of time with what the watched process has timed itself: after all
/// others, one at a time.</summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
public sealed class Alone;
