namespace Syncopate.Site.Tests;

/// <summary>On SQLite, which needs nothing.</summary>
public sealed class SqliteBlogSite : BlogSite
{
    private protected override string WhatIsMissing => "Nothing.";

    private protected override Task<string[]?> SettingsAsync() => Task.FromResult<string[]?>([]);
}
