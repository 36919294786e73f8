namespace Syncopate.Acceptance.WatchTruth;

/// <summary>A page made of waits in an order, or two of them side by side, and how many ask for them at once.</summary>
/// <param name="Seed">Makes the same program again.</param>
/// <param name="Users">Users who ask one after the other: of two pages, half of them for each.</param>
/// <param name="Steps">One to three, each of another kind.</param>
internal sealed record TruthProgram(int Seed, int Users, IReadOnlyList<TruthStep> Steps)
{
    /// <summary>Seeds above it make programs of two pages.</summary>
    public const int TwoPages = 10_000;

    private const int MostSteps = 3;
    private const int MostStepsOfTwo = 2;
    private const int LeastUsers = 25;
    private const int MoreUsers = 20;

    private static readonly TruthWait[] Waits = Enum.GetValues<TruthWait>();

    /// <summary>The steps of the other page, of other kinds than those of the first; none where there is one page.</summary>
    public IReadOnlyList<TruthStep> Beside { get; init; } = [];

    /// <summary>Those of both pages, the first one's first.</summary>
    public IReadOnlyList<TruthStep> AllSteps => [.. Steps, .. Beside];

    /// <summary>Whether it has a form that awaits each wait: a lock has none that is the same lock, but a semaphore of one.</summary>
    public bool Awaits => AllSteps.Any(step => !step.Computes);

    /// <summary>The program of a seed.</summary>
    public static TruthProgram Of(int seed)
    {
        Random random = new(seed);
        int users = LeastUsers + random.Next(MoreUsers);
        TruthWait[] waits = [.. Waits];
        random.Shuffle(waits);
        if (seed > TwoPages)
        {
            int first = 1 + random.Next(MostStepsOfTwo);
            int both = first + 1 + random.Next(MostStepsOfTwo);
            TruthStep[] steps = [.. waits.Take(both).Select(wait => Step(wait, random))];
            return new TruthProgram(seed, users, steps[..first]) { Beside = steps[first..] };
        }

        return new TruthProgram(seed, users, [.. waits.Take(1 + random.Next(MostSteps)).Select(wait => Step(wait, random))]);
    }

    private static TruthStep Step(TruthWait wait, Random random)
    {
        int milliseconds = wait switch
        {
            // Everybody waits for everybody: less each.
            TruthWait.Lock => 2 + random.Next(20),
            TruthWait.Compute or TruthWait.Collect => 2 + random.Next(30),
            _ => 20 + random.Next(480),
        };
        return new TruthStep(wait, milliseconds, 2 + random.Next(4), (TruthHolder)random.Next(3));
    }

    public override string ToString() =>
        string.Join(", ", Steps) + (Beside.Count > 0 ? $"; beside it {string.Join(", ", Beside)}" : "");
}
