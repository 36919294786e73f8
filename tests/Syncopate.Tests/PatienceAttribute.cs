using System.Collections.Concurrent;
using System.Reflection;
using Xunit;
using Xunit.v3;

[assembly: Syncopate.Tests.Patience]

namespace Syncopate.Tests;

/// <summary>Part of every test project: gives each test ten minutes, and notes which tests are under way, so that a test that would never
/// end becomes a failure with a name. What a test waits for with the token of its context ends then.</summary>
/// <remarks>tests/run-programs names the file in SYNCOPATE_UNDER_WAY; a line "+ trait name" there begins a test and "- trait name" ends it,
/// the trait being what its class judges, or "none".</remarks>
[AttributeUsage(AttributeTargets.Assembly)]
internal sealed class PatienceAttribute : BeforeAfterTestAttribute
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);
    private static readonly string? Notes = Environment.GetEnvironmentVariable("SYNCOPATE_UNDER_WAY");
    private static readonly Lock Writing = new();

    private readonly ConcurrentDictionary<string, Timer> _ends = new();

    /// <inheritdoc/>
    public override void Before(MethodInfo methodUnderTest, IXunitTest test)
    {
        Note("+", test);
        ITestContext context = TestContext.Current;
        _ends[test.UniqueID] = new Timer(_ => End(context, test), null, Patience, Timeout.InfiniteTimeSpan);
    }

    /// <inheritdoc/>
    public override void After(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (_ends.TryRemove(test.UniqueID, out Timer? end))
            end.Dispose();
        Note("-", test);
    }

    private static void End(ITestContext context, IXunitTest test)
    {
        Console.WriteLine($"no end after {Patience.TotalMinutes} minutes, so it is cancelled: {test.TestDisplayName}");
        context.CancelCurrentTest();
    }

    private static void Note(string sign, IXunitTest test)
    {
        if (Notes is null)
            return;
        string trait = test.Traits.TryGetValue("Judges", out IReadOnlyCollection<string>? judged) ? judged.Single() : "none";
        lock (Writing)
            File.AppendAllText(Notes, $"{sign} {trait} {test.TestDisplayName}\n");
    }
}
