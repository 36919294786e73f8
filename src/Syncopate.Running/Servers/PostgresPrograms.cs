using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Syncopate.Running.Servers;

/// <summary>The PostgreSQL server programs of this machine.</summary>
/// <param name="Folder">Folder that holds <c>initdb</c> and <c>postgres</c>.</param>
/// <param name="Version">Such as 15.18.</param>
internal sealed partial record PostgresPrograms(string Folder, Version Version)
{
    /// <summary>Environment variable that names the folder of the programs, or "none" where they must not be used.</summary>
    public const string Variable = "SYNCOPATE_POSTGRES";

    /// <summary>What to say to a user whose machine has no programs.</summary>
    public const string HowToGet = "Install the PostgreSQL server (Debian, Ubuntu: apt-get install postgresql; "
        + "macOS: brew install postgresql), or name its folder in " + Variable + ".";

    // Packages keep their versions side by side, and only some of them put one on the PATH.
    private static readonly (string Parent, string Pattern, string Below)[] UsualPlaces =
    [
        ("/usr/lib/postgresql", "*", "bin"),
        ("/usr", "pgsql-*", "bin"),
        ("/usr/local", "pgsql*", "bin"),
        ("/usr/libexec", "postgresql*", ""),
        ("/usr/lib", "postgresql*", "bin"),
        ("/opt/homebrew/opt", "postgresql*", "bin"),
        ("/usr/local/opt", "postgresql*", "bin"),
        ("/Applications/Postgres.app/Contents/Versions", "*", "bin"),
    ];

    /// <summary>The programs with the highest version; null when there are none, or <see cref="Variable"/> says "none".
    /// Windows is not searched: give a connection there.</summary>
    /// <param name="cancellationToken">Ends the search.</param>
    public static async Task<PostgresPrograms?> FindAsync(CancellationToken cancellationToken = default)
    {
        PostgresPrograms? best = null;
        foreach (string folder in Folders(Environment.GetEnvironmentVariable(Variable))
            .Where(HoldsPrograms)
            .Distinct(StringComparer.Ordinal))
        {
            if (await VersionAsync(folder, cancellationToken).ConfigureAwait(false) is { } version
                && version > (best?.Version ?? new Version()))
            {
                best = new PostgresPrograms(folder, version);
            }
        }

        return best;
    }

    /// <summary>Where to look.</summary>
    /// <param name="named">What <see cref="Variable"/> holds; null when it is not set.</param>
    internal static IEnumerable<string> Folders(string? named)
    {
        if (OperatingSystem.IsWindows() || named == "none")
            return [];
        if (!string.IsNullOrEmpty(named))
            return [named];
        IEnumerable<string> usual =
            from place in UsualPlaces
            where Directory.Exists(place.Parent)
            from folder in Directory.EnumerateDirectories(place.Parent, place.Pattern)
            select Path.Combine(folder, place.Below);
        return
        [
            .. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries),
            .. usual,
        ];
    }

    private static bool HoldsPrograms(string folder) => File.Exists(Path.Combine(folder, "initdb"))
        && File.Exists(Path.Combine(folder, "postgres"));

    private static async Task<Version?> VersionAsync(string folder, CancellationToken cancellationToken)
    {
        try
        {
            using Process? process = Process.Start(new ProcessStartInfo(Path.Combine(folder, "postgres"), ["--version"])
            {
                RedirectStandardOutput = true,
            });
            if (process is null)
                return null;
            string text = await process.StandardOutput.ReadToEndAsync(cancellationToken).ConfigureAwait(false);
            await process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
            return Parse(text);
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return null; // It is there and may not be run.
        }
    }

    /// <summary>Reads "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"; a version without a release, such as
    /// "18beta1", has release 0. Null for anything else.</summary>
    internal static Version? Parse(string text) => VersionText().Match(text) is { Success: true } match
        ? new Version(Number(match.Groups[1]), match.Groups[2].Success ? Number(match.Groups[2]) : 0)
        : null;

    private static int Number(Group group) => int.Parse(group.ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"\(PostgreSQL\) ([0-9]{1,4})(?:\.([0-9]{1,4}))?")]
    private static partial Regex VersionText();
}
