using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Row R25: what the journal says comes from its records alone.</summary>
[Trait("Judges", "laws")]
public sealed class JournalSecretTests : IDisposable
{
    private const string Canary = "Cn4ry-Passw0rd";
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-secret-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Nothing_of_the_environment_gets_into_the_journal()
    {
        Dictionary<string, string> environment = new() { ["ConnectionStrings__Feeds"] = $"Server=db;Password={Canary}", ["API_TOKEN"] = Canary };

        using System.Diagnostics.Process process = JournalRun.Start([_folder, "3"], [], environment);
        JournalRun run = await JournalRun.EndAsync(process, []);

        Assert.Equal(0, run.ExitCode);
        string text = await File.ReadAllTextAsync(Assert.Single(Directory.GetFiles(_folder)), TestContext.Current.CancellationToken);
        Assert.All([Canary, _folder], secret => Assert.DoesNotContain(secret, text));
    }
}
