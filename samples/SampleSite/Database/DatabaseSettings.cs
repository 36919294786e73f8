using System.Globalization;
using Npgsql;
using SampleSite.Hosting;

namespace SampleSite.Database;

/// <summary>Where the blog's data is, as the operator set it.</summary>
/// <param name="Provider">Which database.</param>
/// <param name="Folder">For SQLite: where the site's own folder is made; null is the system's temporary folder.</param>
/// <param name="Connection">For PostgreSQL: the connection string. May hold a password, so it is never printed.</param>
/// <param name="Posts">How many posts a new or reset database has.</param>
public sealed record DatabaseSettings(DatabaseProvider Provider, string? Folder, string? Connection, int Posts)
{
    /// <summary>Whether it is opened only when something first asks it: "when-asked" in place of "at-start", which is
    /// the default and finds faults at once. Opening takes most of a start's processor time; whoever starts a site to measure pages
    /// without data asks for this.</summary>
    public bool OpensWhenAsked { get; init; }

    /// <summary>The most posts that can be asked for.</summary>
    public const int MostPosts = 10_000;

    private const int DefaultPosts = 17;
    private const string Example = "--Database:Connection \"Host=127.0.0.1;Port=5432;Database=blog;Username=me\"";

    /// <summary>Reads and checks the settings; opens nothing.</summary>
    /// <exception cref="SettingException">A setting has a value that cannot be.</exception>
    public static DatabaseSettings Read(IConfiguration configuration)
    {
        DatabaseProvider provider = ProviderOf(configuration["Database:Provider"]);
        return new DatabaseSettings(
            provider,
            configuration["Database:Folder"],
            ConnectionOf(provider, configuration["Database:Connection"]),
            PostsOf(configuration["Database:Posts"]))
        {
            OpensWhenAsked = OpensWhenAskedOf(configuration["Database:Open"]),
        };
    }

    /// <summary>What the database is and where, without any secret; the record's own text would print the password.</summary>
    public override string ToString()
    {
        if (Provider == DatabaseProvider.Sqlite)
            return $"SQLite in '{Folder ?? Path.GetTempPath()}'";

        NpgsqlConnectionStringBuilder target = new(Connection);
        return string.Create(CultureInfo.InvariantCulture, $"PostgreSQL database '{target.Database}' at {target.Host}:{target.Port} as user '{target.Username}'");
    }

    private static bool OpensWhenAskedOf(string? text) => text switch
    {
        null or "at-start" => false,
        "when-asked" => true,
        _ => throw new SettingException($"Database:Open is '{text}'; it must be at-start or when-asked."),
    };

    private static DatabaseProvider ProviderOf(string? text) => text switch
    {
        null or "sqlite" => DatabaseProvider.Sqlite,
        "postgresql" => DatabaseProvider.Postgresql,
        _ => throw new SettingException($"Database:Provider is '{text}'; it must be sqlite or postgresql."),
    };

    private static string? ConnectionOf(DatabaseProvider provider, string? text)
    {
        if (provider == DatabaseProvider.Sqlite)
            return text is null ? null : throw new SettingException("Database:Connection is set, but Database:Provider is sqlite. Use --Database:Provider postgresql.");
        if (string.IsNullOrWhiteSpace(text))
            throw new SettingException($"Database:Provider is postgresql, but Database:Connection is empty. Use {Example}.");

        try
        {
            return new NpgsqlConnectionStringBuilder(text) is { Host: not null, Database: not null }
                ? text
                : throw new SettingException($"Database:Connection names no Host or no Database. Use {Example}.");
        }
        catch (Exception e) when (e is ArgumentException or FormatException)
        {
            // The reason may quote the value, and the value may be a password in the wrong place.
            throw new SettingException($"Database:Connection is no connection string of PostgreSQL. Use {Example}.");
        }
    }

    private static int PostsOf(string? text) => text switch
    {
        null => DefaultPosts,
        _ when int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int posts) && posts is >= 1 and <= MostPosts => posts,
        _ => throw new SettingException($"Database:Posts is '{text}'; it must be a whole number from 1 to {MostPosts}."),
    };
}
