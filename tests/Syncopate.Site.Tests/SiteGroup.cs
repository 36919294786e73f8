using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The test classes that share the two processes of <see cref="SiteProcesses"/>; they run one after the other.</summary>
[CollectionDefinition]
public sealed class SiteGroup : ICollectionFixture<SiteProcesses>;
