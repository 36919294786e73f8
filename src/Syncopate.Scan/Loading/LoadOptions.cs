namespace Syncopate.Scan.Loading;

/// <summary>How a solution is read.</summary>
internal sealed record LoadOptions
{
    /// <summary>False reads projects as text and runs nothing of the repository.</summary>
    public bool UseMsBuild { get; init; } = true;

    /// <summary>True when test projects are looked at as well.</summary>
    public bool WithTests { get; init; }

    /// <summary>How long MSBuild may take.</summary>
    public TimeSpan Limit { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Clocks the limit.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Where packages lie; null for the user's own cache.</summary>
    public string? PackageFolder { get; init; }
}
