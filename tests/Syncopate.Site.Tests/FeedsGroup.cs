using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The test classes that share one feed service; they run one after the other.</summary>
[CollectionDefinition]
public sealed class FeedsGroup : ICollectionFixture<FeedsShared>;
