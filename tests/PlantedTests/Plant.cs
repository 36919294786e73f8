using System.Globalization;
using Xunit;

namespace PlantedTests;

/// <summary>Lets a test fail in the runs that the variable PLANT names: "Race=1,3 Slot=1". The folder PLANT_RUNS keeps which run it is,
/// as each is a process of its own.</summary>
internal static class Plant
{
    private static IEnumerable<string[]> Plants =>
        (Environment.GetEnvironmentVariable("PLANT") ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(plant => plant.Split('='));

    /// <summary>Counts this run of a test, and says whether it is to fail.</summary>
    public static bool Fails(string test)
    {
        string file = Path.Combine(Environment.GetEnvironmentVariable("PLANT_RUNS")!, test);
        int run = File.Exists(file) ? int.Parse(File.ReadAllText(file), CultureInfo.InvariantCulture) + 1 : 1;
        File.WriteAllText(file, run.ToString(CultureInfo.InvariantCulture));
        return Plants.Any(plant => plant[0] == test && plant[1].Split(',').Contains(run.ToString(CultureInfo.InvariantCulture)));
    }

    /// <summary>Whether the variable names this, whatever the run.</summary>
    public static bool Has(string name) => Plants.Any(plant => plant[0] == name);

    /// <summary>A failed assertion, where the test is to fail.</summary>
    public static void Judge(string test) => Assert.False(Fails(test), $"{test} failed, as planted");
}
