using System.Text;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Scan.Tests.Rewriting;
using Syncopate.Scan.Tests.Rules;
using Xunit;

namespace Syncopate.Scan.Tests.Scanning;

/// <summary>What the rules cost grows with the code and not with its square. Alone, as the processor time is that of the whole
/// process.</summary>
[Collection(nameof(GrowthTests))]
[CollectionDefinition(nameof(GrowthTests), DisableParallelization = true)]
[Trait("Judges", "time")]
public sealed class GrowthTests
{
    /// <summary>Up to 64 times as much where each wait looks at every statement before it, as once they did. Not beside what compiling
    /// costs: the compiler comes compiled ahead, and the rules do not, which made them slower than it for as long as others had the
    /// processors. The median of five turns, as what is compiled meanwhile may fall on either.</summary>
    [Fact]
    public void Eight_times_as_many_waits_in_one_method_cost_about_eight_times_as_much()
    {
        CSharpCompilation few = Compiled(1_000);
        CSharpCompilation many = Compiled(8_000);
        OfScanning(few);

        double[] ratios = [.. Enumerable.Range(0, 5).Select(_ => OfScanning(many) / OfScanning(few)).Order()];

        Assert.InRange(ratios[2], 0, 32);
    }

    private static CSharpCompilation Compiled(int waits) => Specimen.Compile("Waits", [Specimen.Parse(Waits(waits), "Waits.cs")]);

    private static string Waits(int count)
    {
        StringBuilder text = new("public static class Code\n{\n    public static int Sum(Task<int> t)\n    {\n        int sum = 0;\n");
        for (int i = 0; i < count; i++)
            text.Append("        sum += Next(t, sum).Result;\n");
        return text.Append("        return sum;\n    }\n    private static Task<int> Next(Task<int> t, int n) => t;\n}\n").ToString();
    }

    private static TimeSpan OfScanning(CSharpCompilation compilation)
    {
        TimeSpan began = Environment.CpuUsage.TotalTime;
        RuleScan.Files(compilation);
        return Environment.CpuUsage.TotalTime - began;
    }
}
