using System.Globalization;

namespace Syncopate.Mutations;

/// <summary>What is asked for.</summary>
/// <param name="Count">How many faults.</param>
/// <param name="Seed">Seed of the draw.</param>
internal sealed record MutationOptions(int Count, int Seed)
{
    public const string Usage = """
        mutations COUNT SEED [--most MILLISECONDS] [--longest MILLISECONDS] [--minutes NUMBER] [--workers NUMBER]
                  [--tests NAME] [--isolated] [--score FILE] [FOLDER ...]

        How many planted faults of the statistics and the judge, or of other folders of one project, unit tests see.
          COUNT       how many faults, drawn with SEED from all places where one can be planted
          --most      leave out tests that take more processor time than this; all are run when not given
          --longest   leave out tests that take longer than this, with what they wait for
          --minutes   plant no further fault after so many minutes; the draw is then shorter, and the output says so
          --workers   processes at once; 2 when not given
          --tests     the namespace whose tests are run, or the beginning of the full names of their classes, may be
                      repeated; the namespaces of statistics, gates and history when not given. Tests that judge time,
                      and those that fail without a fault, are left out; so are those that await, without --isolated
          --isolated  a process for each fault, whose network has the loopback interface alone; tests that await are
                      run, too
          --score     write to this file how many faults were seen, of how many, and how many places there are
          FOLDER      whose code, with the folders in it, or one line of it as FILE:LINE, all in one project;
                      Statistics and Judging of src/Syncopate when not given

        Syncopate.Tests has to be built: dotnet build tests/Syncopate.Tests -c Release
        """;

    private static readonly string[] UsualFolders = ["src/Syncopate/Statistics", "src/Syncopate/Judging"];
    private static readonly string[] UsualTests = ["Syncopate.Tests.Statistics", "Syncopate.Tests.Gating", "Syncopate.Tests.History"];

    /// <summary>Whose code, from the root of the repository; all in <see cref="Room"/>.</summary>
    public IReadOnlyList<string> Folders { get; private init; } = UsualFolders;

    /// <summary>Namespaces of the tests that are to see the faults, or beginnings of the full names of their classes.</summary>
    public IReadOnlyList<string> Tests { get; private init; } = UsualTests;

    /// <summary>Tests that take more processor time than this are left out.</summary>
    public double MostMilliseconds { get; private init; } = double.MaxValue;

    /// <summary>Tests that take longer than this are left out.</summary>
    public double LongestMilliseconds { get; private init; } = double.MaxValue;

    /// <summary>No fault is planted later than so many minutes after the start.</summary>
    public double Minutes { get; private init; } = double.MaxValue;

    /// <summary>Processes at once.</summary>
    public int Workers { get; private init; } = 2;

    /// <summary>Whether each fault has a process and a network of its own.</summary>
    public bool IsIsolated { get; private init; }

    /// <summary>Where the score goes; null for the output alone.</summary>
    public string? Score { get; private init; }

    /// <summary>The project whose assembly has the faults, from the root of the repository.</summary>
    public string Room => string.Join('/', Folders[0].Split('/').Take(2));

    /// <summary>Null for words that are not understood.</summary>
    public static MutationOptions? Read(string count, string seed, IReadOnlyList<string> words)
    {
        if (!int.TryParse(count, CultureInfo.InvariantCulture, out int faults)
            || !int.TryParse(seed, CultureInfo.InvariantCulture, out int start))
        {
            return null;
        }

        MutationOptions options = new(faults, start);
        List<string> folders = [];
        List<string> tests = [];
        for (int i = 0; i < words.Count; i++)
        {
            string? value = words.ElementAtOrDefault(i + 1);
            switch (words[i])
            {
                case "--isolated":
                    options = options with { IsIsolated = true };
                    continue; // The only one without a value.
                case "--most" when Number(value) is { } most:
                    options = options with { MostMilliseconds = most };
                    break;
                case "--longest" when Number(value) is { } longest:
                    options = options with { LongestMilliseconds = longest };
                    break;
                case "--minutes" when Number(value) is { } minutes:
                    options = options with { Minutes = minutes };
                    break;
                case "--workers" when Number(value) is { } workers and >= 1:
                    options = options with { Workers = (int)workers };
                    break;
                case "--tests" when value is not null:
                    tests.Add(value);
                    break;
                case "--score" when value is not null:
                    options = options with { Score = value };
                    break;
                case ['-', ..]:
                    return null;
                default:
                    folders.Add(words[i]);
                    continue;
            }

            i++;
        }

        options = options with
        {
            Folders = folders.Count > 0 ? folders : UsualFolders,
            Tests = tests.Count > 0 ? tests : UsualTests,
        };
        return options.Folders.All(folder => $"{folder}/".StartsWith($"{options.Room}/", StringComparison.Ordinal)) ? options : null;
    }

    private static double? Number(string? text) =>
        double.TryParse(text, CultureInfo.InvariantCulture, out double number) ? number : null;
}
