using System.Globalization;

namespace Syncopate.Load;

/// <summary>The statuses of a good answer. Everything else is a failure, however well it is formed. Immutable; any thread.</summary>
public sealed class ExpectedStatuses
{
    private const int Fewest = 200;
    private const int Most = 599;

    private readonly bool[] _expected = new bool[Most + 1];

    private ExpectedStatuses(IEnumerable<int> statuses, string text)
    {
        foreach (int status in statuses)
            _expected[status] = true;
        Text = text;
    }

    /// <summary>200 to 299: what every client takes for success.</summary>
    public static ExpectedStatuses Success { get; } = new(Enumerable.Range(200, 100), "200 to 299");

    /// <summary>In words, such as "200 or 302".</summary>
    public string Text { get; }

    /// <summary>One status or several.</summary>
    /// <param name="statuses">Each 200 to 599; at least one.</param>
    /// <exception cref="ArgumentException">None, or one out of that range.</exception>
    public static ExpectedStatuses Of(IReadOnlyCollection<int> statuses)
    {
        ArgumentNullException.ThrowIfNull(statuses);
        if (statuses.Count == 0 || statuses.Any(status => status is < Fewest or > Most))
            throw new ArgumentException($"Cannot expect these statuses: name at least one, each {Fewest} to {Most}.", nameof(statuses));
        IEnumerable<string> words = statuses.Distinct().Order().Select(status => status.ToString(CultureInfo.InvariantCulture));
        return new ExpectedStatuses(statuses, string.Join(" or ", words));
    }

    /// <summary>Whether an answer with this status is a good one.</summary>
    /// <param name="status">Any number.</param>
    public bool Include(int status) => (uint)status < (uint)_expected.Length && _expected[status];
}
