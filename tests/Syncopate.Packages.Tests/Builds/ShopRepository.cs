using Syncopate.EndToEnd.Tests;

namespace Syncopate.Packages.Tests.Builds;

/// <summary>A repository with a small server in a folder, in two commits that differ by how long its page waits, and where it was
/// pushed to.</summary>
internal sealed class ShopRepository
{
    private readonly Feed _feed;

    private ShopRepository(Feed feed, string folder)
    {
        _feed = feed;
        Origin = Path.Combine(folder, "origin.git");
        Checkout = Path.Combine(folder, "checkout");
    }

    /// <summary>The bare repository that stands for the code host.</summary>
    public string Origin { get; }

    /// <summary>What a job has checked out: the last commit alone.</summary>
    public string Checkout { get; }

    public string Base { get; private set; } = "";

    public string Head { get; private set; } = "";

    /// <summary>Makes it below a folder of the feed's user.</summary>
    /// <param name="feed">The user.</param>
    /// <param name="folder">Empty but for what the feed needs.</param>
    /// <param name="waits">Of the page, in ms: at the base, and at the head.</param>
    public static async Task<ShopRepository> CreateAsync(Feed feed, string folder, (int Base, int Head) waits)
    {
        ShopRepository repository = new(feed, folder);
        string work = Directory.CreateDirectory(Path.Combine(folder, "work")).FullName;
        await repository.GitAsync(folder, "init", "--quiet", "--bare", "--initial-branch", "main", repository.Origin);
        await repository.GitAsync(repository.Origin, "config", "uploadpack.allowAnySHA1InWant", "true");
        await repository.GitAsync(work, "init", "--quiet", "--initial-branch", "main");
        repository.Base = await repository.CommitAsync(work, "The shop opens", waits.Base);
        repository.Head = await repository.CommitAsync(work, "The shop changes", waits.Head);
        await repository.GitAsync(work, "push", "--quiet", repository.Origin, "main");
        await repository.GitAsync(folder, "clone", "--quiet", "--depth", "1", $"file://{repository.Origin}", repository.Checkout);
        return repository;
    }

    public async Task<string> GitAsync(string folder, params string[] arguments) =>
        (await _feed.RunAsync(folder, "git", arguments)).Trim();

    private async Task<string> CommitAsync(string work, string subject, int wait)
    {
        await ShopSource.WriteAsync(Directory.CreateDirectory(Path.Combine(work, "src", "Shop")).FullName, wait);
        await GitAsync(work, "add", ".");
        await GitAsync(work, "-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "--quiet", "-m", subject);
        return await GitAsync(work, "rev-parse", "HEAD");
    }
}
