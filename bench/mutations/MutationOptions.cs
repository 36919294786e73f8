using System.Globalization;

namespace Syncopate.Mutations;

/// <summary>What is asked for.</summary>
/// <param name="Count">How many faults.</param>
/// <param name="Seed">Seed of the draw.</param>
/// <param name="Folders">Whose code.</param>
/// <param name="MostMilliseconds">Tests that take more processor time than this are left out.</param>
/// <param name="Workers">Processes at once.</param>
/// <param name="Tests">Namespaces of the tests that are to see them.</param>
internal sealed record MutationOptions(
    int Count, int Seed, IReadOnlyList<string> Folders, double MostMilliseconds, int Workers, IReadOnlyList<string> Tests)
{
    private static readonly string[] UsualTests = ["Syncopate.Tests.Statistics", "Syncopate.Tests.Gating", "Syncopate.Tests.History"];

    public const string Usage = """
        mutations COUNT SEED [--most MILLISECONDS] [--workers NUMBER] [--tests NAMESPACE] [FOLDER ...]

        How many planted faults of the statistics and the judge, or of another folder of the core, unit tests see.
          COUNT    how many faults, drawn with SEED from all places where one can be planted
          --most   leave out tests that take more processor time than this; all are run when not given
          --tests  the namespace whose tests are run, may be repeated; those of statistics, gates and history when not given. Tests that
                   await, and those that fail without a fault, are left out
          FOLDER   whose code, in src/Syncopate, or one line of it as FILE:LINE; its Statistics and Judging when not given

        Syncopate.Tests has to be built: dotnet build tests/Syncopate.Tests -c Release
        """;

    public static MutationOptions? Read(string count, string seed, IReadOnlyList<string> options)
    {
        if (!int.TryParse(count, CultureInfo.InvariantCulture, out int faults)
            || !int.TryParse(seed, CultureInfo.InvariantCulture, out int start))
        {
            return null;
        }

        List<string> folders = [];
        List<string> tests = [];
        var (most, workers) = (double.MaxValue, 2);
        for (int i = 0; i < options.Count; i++)
        {
            switch (options[i])
            {
                case "--most" when i + 1 < options.Count:
                    most = double.Parse(options[++i], CultureInfo.InvariantCulture);
                    break;
                case "--workers" when i + 1 < options.Count:
                    workers = int.Parse(options[++i], CultureInfo.InvariantCulture);
                    break;
                case "--tests" when i + 1 < options.Count:
                    tests.Add(options[++i]);
                    break;
                default:
                    folders.Add(options[i]);
                    break;
            }
        }

        return new MutationOptions(
            faults,
            start,
            folders.Count > 0 ? folders : ["src/Syncopate/Statistics", "src/Syncopate/Judging"],
            most,
            workers,
            tests.Count > 0 ? tests : UsualTests);
    }
}
