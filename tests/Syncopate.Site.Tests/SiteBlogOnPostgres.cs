using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The blog on PostgreSQL.</summary>
public sealed class SiteBlogOnPostgres(PostgresBlogSite site) : SiteBlog(site), IClassFixture<PostgresBlogSite>;
