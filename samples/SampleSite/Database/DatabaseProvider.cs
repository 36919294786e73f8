namespace SampleSite.Database;

/// <summary>Where the blog's data may be.</summary>
public enum DatabaseProvider
{
    /// <summary>In a file, through the library of this system. Needs nothing; its asynchronous calls are synchronous inside.</summary>
    Sqlite,

    /// <summary>In a server that the operator names.</summary>
    Postgresql,
}
