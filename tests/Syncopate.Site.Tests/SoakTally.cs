using System.Collections.Concurrent;
using System.Net;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>What many visitors did to a site and what it must therefore hold. Any thread may call.</summary>
internal sealed class SoakTally
{
    // Enough to see what goes wrong; the first matter most.
    private const int KeptAnswers = 20;

    // What may stand on no page: a stack, a type of the provider, a password.
    private static readonly string[] Inside = ["   at ", "Exception", "Npgsql", "Password="];

    private readonly ConcurrentDictionary<string, int> _outcomes = new();
    private readonly ConcurrentDictionary<(string Post, int User), int> _accepted = new();
    private readonly ConcurrentDictionary<(string Post, int User), int> _doubtful = new();
    private readonly ConcurrentDictionary<string, bool> _created = new();
    private readonly ConcurrentQueue<string> _wrong = new();

    /// <summary>Answers that no visitor should get, the first few.</summary>
    public IReadOnlyCollection<string> Wrong => _wrong;

    /// <summary>How often everything happened, in one line.</summary>
    public string Figures => string.Join(", ", _outcomes.OrderBy(static outcome => outcome.Key, StringComparer.Ordinal).Select(static outcome => $"{outcome.Key} {outcome.Value}"));

    public int this[string outcome] => _outcomes.GetValueOrDefault(outcome);

    public void Count(string outcome) => _outcomes.AddOrUpdate(outcome, 1, static (_, count) => count + 1);

    /// <summary>Takes an answer that is none of those expected: a 503 in words is an outcome of its own, anything else is wrong.</summary>
    public void Refuse(string path, Seen answer)
    {
        bool clear = answer.Status == HttpStatusCode.ServiceUnavailable
            && answer.Words.Contains("The database does not answer", StringComparison.Ordinal)
            && !Inside.Any(word => answer.Html.Contains(word, StringComparison.Ordinal));
        Count(clear ? "unavailable" : "wrong");
        if (!clear && _wrong.Count < KeptAnswers)
            _wrong.Enqueue($"{path}: {(int)answer.Status} {answer.Location} {answer.Words[..Math.Min(300, answer.Words.Length)]}");
    }

    public void Accept(string post, int user)
    {
        _accepted.AddOrUpdate((post, user), 1, static (_, count) => count + 1);
        Count("edited");
    }

    /// <summary>An edit that was answered with 503: a connection that broke in a commit leaves open whether it was done.</summary>
    public void Doubt(string post, int user) => _doubtful.AddOrUpdate((post, user), 1, static (_, count) => count + 1);

    public void Create(string path)
    {
        _created[path] = true;
        Count("created");
    }

    public void Delete(string path)
    {
        _created[path] = false;
        Count("deleted");
    }

    /// <summary>Leaves open whether it is there.</summary>
    public void Forget(string path) => _created.TryRemove(path, out _);

    /// <summary>Looks whether every edit, creation and deletion that was accepted is there.</summary>
    public async Task CheckAsync(Visitor visitor, IEnumerable<string> posts)
    {
        foreach (string post in posts)
        {
            Dictionary<int, int> held = SoakUser.CountsOf(await visitor.GetAsync($"/posts/sync/{post}/edit"));
            foreach (int user in _accepted.Keys.Concat(_doubtful.Keys).Where(key => key.Post == post).Select(static key => key.User).Distinct())
            {
                int accepted = _accepted.GetValueOrDefault((post, user));
                Assert.InRange(held.GetValueOrDefault(user), accepted, accepted + _doubtful.GetValueOrDefault((post, user)));
            }
        }

        foreach (var (path, exists) in _created)
            Assert.Equal((path, exists ? HttpStatusCode.OK : HttpStatusCode.NotFound), (path, (await visitor.GetAsync(path)).Status));
    }
}
