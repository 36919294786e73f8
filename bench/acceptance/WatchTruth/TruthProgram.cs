namespace Syncopate.Acceptance.WatchTruth;

/// <summary>A page made of waits in an order, and how many ask for it at once.</summary>
/// <param name="Seed">Makes the same program again.</param>
/// <param name="Users">Users who ask one after the other.</param>
/// <param name="Steps">One to three, each of another kind.</param>
internal sealed record TruthProgram(int Seed, int Users, IReadOnlyList<TruthStep> Steps)
{
    private const int MostSteps = 3;
    private const int LeastUsers = 25;
    private const int MoreUsers = 20;

    private static readonly TruthWait[] Waits = Enum.GetValues<TruthWait>();

    /// <summary>Whether it has a form that awaits each wait: a lock has none that is the same lock, but a semaphore of one.</summary>
    public bool Awaits => Steps.Any(step => !step.Computes);

    /// <summary>The program of a seed.</summary>
    public static TruthProgram Of(int seed)
    {
        Random random = new(seed);
        int users = LeastUsers + random.Next(MoreUsers);
        TruthWait[] waits = [.. Waits];
        random.Shuffle(waits);
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

    public override string ToString() => string.Join(", ", Steps);
}
