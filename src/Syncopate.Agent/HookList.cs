namespace Syncopate.Agent;

/// <summary>The start-up hooks that an environment names, ours among those of the user.</summary>
internal static class HookList
{
    /// <summary>The environment variable that carries them into a process.</summary>
    public const string Variable = "DOTNET_STARTUP_HOOKS";

    /// <summary>All but one, in their order; empty for null.</summary>
    public static string[] Without(string? hooks, string own) =>
        [.. (hooks ?? "").Split(Path.PathSeparator).Where(hook => hook.Length > 0 && hook != own)];

    /// <summary>The value of the variable for these; null, which removes it, for none.</summary>
    public static string? Join(string[] hooks) => hooks.Length > 0 ? string.Join(Path.PathSeparator.ToString(), hooks) : null;
}
