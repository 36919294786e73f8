using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The measured accesses on PostgreSQL.</summary>
public sealed class SiteDataAccessOnPostgres(PostgresBlogSite site) : SiteDataAccess(site), IClassFixture<PostgresBlogSite>
{
    private protected override string Provider => "postgresql";
}
