using System.Globalization;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>How many trials there are, and where they begin.</summary>
internal static class TrialSettings
{
    /// <summary>Seed of the first: SYNCOPATE_SEED.</summary>
    public static int FirstSeed => Setting("SYNCOPATE_SEED", 1);

    /// <summary>How many: SYNCOPATE_CASES.</summary>
    /// <param name="otherwise">How many when nothing is asked for.</param>
    public static int Cases(int otherwise) => Setting("SYNCOPATE_CASES", otherwise);

    private static int Setting(string name, int otherwise) =>
        int.TryParse(Environment.GetEnvironmentVariable(name), NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            ? number
            : otherwise;
}
