namespace Syncopate.Lines;

/// <summary>Options of <c>syncopate compare</c> that a program which compares its own code does not have, each with the reason.
/// One that ends in "-a" stands for those of the other targets too.</summary>
internal static class OtherOptions
{
    private static readonly string[] Requests =
    [
        "--allow-host", "--body", "--expect", "--follow", "--http2", "--http3", "--insecure", "--keep-going", "--method", "--no-keep-alive",
        "--think", "--traceparent",
    ];

    private const string Length = "how long a slot lasts is found before the first round; the time for everything is --budget";

    /// <summary>Those that say how long or how often there is to be load, and which build or runtime is measured.</summary>
    public static IReadOnlyList<(string Option, string Reason)> OfSlotsAndBuilds { get; } =
    [
        ("--duration", Length),
        ("--loops", Length),
        ("--requests", Length),
        ("--step", "users in steps are said in the program: .Users(from, step, to, each)"),
        ("--runtime-a", "the program runs on one runtime; two are compared by the tool: syncopate compare --build-a, --runtime-b"),
        ("--runtime-async-a", "the program is compiled in one way; two are compared by the tool: syncopate compare --build-a, "
            + "--runtime-async-b"),
        ("--properties-a", "the program is compiled in one way; two are compared by the tool: syncopate compare --build-a, --properties-b"),
    ];

    /// <summary>Those of requests.</summary>
    /// <param name="reason">Why there are none, or none of such.</param>
    public static IEnumerable<(string Option, string Reason)> OfRequests(string reason) => Requests.Select(option => (option, reason));
}
