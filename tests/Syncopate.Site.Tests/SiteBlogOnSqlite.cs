using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The blog on SQLite.</summary>
public sealed class SiteBlogOnSqlite(SqliteBlogSite site) : SiteBlog(site), IClassFixture<SqliteBlogSite>;
