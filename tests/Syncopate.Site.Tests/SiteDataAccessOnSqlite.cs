using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The measured accesses on SQLite.</summary>
public sealed class SiteDataAccessOnSqlite(SqliteBlogSite site) : SiteDataAccess(site), IClassFixture<SqliteBlogSite>
{
    private protected override string Provider => "sqlite";
}
