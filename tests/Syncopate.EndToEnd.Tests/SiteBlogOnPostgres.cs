using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>The blog on PostgreSQL.</summary>
public sealed class SiteBlogOnPostgres(PostgresBlogSite site) : SiteBlog(site), IClassFixture<PostgresBlogSite>;
