using System.Text;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Scan.Tests.Rewriting;
using Syncopate.Scan.Tests.Rules;
using Xunit;

namespace Syncopate.Scan.Tests.Scanning;

/// <summary>Code of very many parts costs the rules no more than a few times what it costs the compiler. Alone, as the processor time
/// is that of the whole process: with other tests in it the same code took "3.001 times" as long.</summary>
[Collection(nameof(GrowthTests))]
[CollectionDefinition(nameof(GrowthTests), DisableParallelization = true)]
[Trait("Judges", "time")]
public sealed class GrowthTests
{
    /// <summary>In turns, as a shared machine slows both alike: it was six times as much when each wait looked at every statement
    /// before it, and is less than once.</summary>
    [Fact]
    public void Thousands_of_waits_in_one_method_cost_no_more_than_to_compile_them_a_few_times()
    {
        string source = Waits(4_000);

        Assert.InRange(Enumerable.Range(0, 5).Min(_ => OfCompiling(source)), 0, 3);
    }

    private static string Waits(int count)
    {
        StringBuilder text = new("public static class Code\n{\n    public static int Sum(Task<int> t)\n    {\n        int sum = 0;\n");
        for (int i = 0; i < count; i++)
            text.Append("        sum += Next(t, sum).Result;\n");
        return text.Append("        return sum;\n    }\n    private static Task<int> Next(Task<int> t, int n) => t;\n}\n").ToString();
    }

    private static double OfCompiling(string source)
    {
        TimeSpan began = Environment.CpuUsage.TotalTime;
        CSharpCompilation compilation = Specimen.Compile("Waits", [Specimen.Parse(source, "Waits.cs")]);
        TimeSpan compiled = Environment.CpuUsage.TotalTime;
        RuleScan.Files(compilation);
        return (Environment.CpuUsage.TotalTime - compiled) / (compiled - began);
    }
}
