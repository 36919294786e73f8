namespace Syncopate.ClusterBench;

/// <summary>What came of all rounds.</summary>
internal sealed class FaultTally
{
    private readonly SortedDictionary<FaultKind, int> _kinds = [];
    private readonly List<string> _words = [];

    public int Rounds { get; private set; }

    public int Faults { get; private set; }

    public int Refused { get; private set; }

    public int Hangs { get; private set; }

    public int Counted { get; set; }

    public int Unstored { get; private set; }

    public int Whole { get; set; }

    public int Declared { get; set; }

    public int Lies { get; private set; }

    public int Innocent { get; private set; }

    public IReadOnlyDictionary<FaultKind, int> ByKind => _kinds;

    /// <summary>Of all that did not hold.</summary>
    public IReadOnlyList<string> Words => _words;

    /// <summary>An agent that was left alone and is called lost is a false word, too.</summary>
    public bool IsClean => Unstored == 0 && Lies == 0 && Hangs == 0 && Innocent == 0;

    public void Add(IReadOnlyList<Fault> faults, string? refused)
    {
        Rounds++;
        Faults += faults.Count;
        Refused += refused is null ? 0 : 1;
        foreach (Fault fault in faults)
            _kinds[fault.Kind] = _kinds.GetValueOrDefault(fault.Kind) + 1;
    }

    public void Hang(IReadOnlyList<Fault> faults)
    {
        Add(faults, null);
        Hangs++;
        Say("a round did not end", faults);
    }

    public void Unstore(string what, IReadOnlyList<Fault> faults)
    {
        Unstored++;
        Say(what, faults);
    }

    public void Lie(string what, IReadOnlyList<Fault> faults)
    {
        Lies++;
        Say(what, faults);
    }

    public void Blame(string what, IReadOnlyList<Fault> faults)
    {
        Innocent++;
        Say(what, faults);
    }

    private void Say(string what, IReadOnlyList<Fault> faults) => _words.Add($"round {Rounds + 1}: {what} ({string.Join("; ", faults)})");
}
