namespace Syncopate.Watch.Processes;

/// <summary>Which process is watched.</summary>
/// <param name="Id">Its identifier.</param>
/// <param name="Name">Its name: of the program, or of the assembly that <c>dotnet</c> runs.</param>
/// <param name="Runtime">Version of its .NET, such as "10.0.12"; null when it brings its own and so its folder does not report it.</param>
internal sealed record ProcessIdentity(int Id, string Name, string? Runtime)
{
    /// <summary>"Shop.Api (8123), .NET 10.0.12".</summary>
    public override string ToString() => FormattableString.Invariant($"{Name} ({Id}){(Runtime is null ? "" : $", .NET {Runtime}")}");
}
