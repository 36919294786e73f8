using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Tests that judge what was measured: after all others, one at a time, so that no other test takes the
/// processors from the measurement.</summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
public sealed class Alone;
