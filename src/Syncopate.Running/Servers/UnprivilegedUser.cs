using System.Globalization;

namespace Syncopate.Running.Servers;

/// <summary>The user that a program runs as which must not run as root.</summary>
internal static class UnprivilegedUser
{
    private const string Accounts = "/etc/passwd";

    /// <summary>The words before a command that take all privileges from it: as "postgres" where its package made that
    /// user, else as "nobody".</summary>
    /// <exception cref="TargetFailedException">The machine has neither.</exception>
    public static IReadOnlyList<string> Switch()
    {
        string[] lines = File.Exists(Accounts) ? File.ReadAllLines(Accounts) : [];
        return Find(lines, "postgres") ?? Find(lines, "nobody")
            ?? throw new TargetFailedException($"PostgreSQL does not run as root, and {Accounts} has neither 'postgres' nor 'nobody' "
                + "to run it as. Run as an ordinary user.");
    }

    /// <summary>The command for a user of a list of accounts ("name:x:uid:gid:..."); null when the user is not in it, or is root.</summary>
    internal static IReadOnlyList<string>? Find(IEnumerable<string> accounts, string user)
    {
        string[]? fields = accounts.Select(a => a.Split(':')).FirstOrDefault(f => f.Length >= 4 && f[0] == user);
        return fields is not null && Number(fields[2]) is > 0 and var uid && Number(fields[3]) is { } gid
            ? ["setpriv", Option("reuid", uid), Option("regid", gid), "--clear-groups", "--"]
            : null;
    }

    private static string Option(string name, int id) => FormattableString.Invariant($"--{name}={id}");

    private static int? Number(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;
}
