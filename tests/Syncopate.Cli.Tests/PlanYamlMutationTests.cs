using System.Text;
using Syncopate.Cli.Plans;
using Syncopate.Planning;
using Syncopate.Tests;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>A file that somebody wrote by hand, or got from somebody.</summary>
public sealed class PlanYamlMutationTests
{
    private static readonly byte[] Shop = Encoding.UTF8.GetBytes("""
        cores: 4
        users: 200 # a note
        endpoints:
          - name: "orders"
            share: 7
            cpuMilliseconds: 3
            waitMilliseconds: 80
          - { waitMilliseconds: 300, waits: 4 }
        levels:
          - load: 1
            requestsPerSecond: [10, 11]
        """);

    private static readonly byte[][] Pieces = Damage.Bytes("- ", ": ", "\n  ", "\n", "&a ", "*a", "!!int ", "---\n", "...", "[", "]", "{", "}", "? ", "| ", "> ", "'", "\"", "\"\\ud800\"", "%YAML 1.2\n", "<<: ", "\t", "~", ".inf", ".nan", "0x1F", "null", "\u0085", "\uFEFF");

    [Fact]
    public void A_damaged_plan_is_read_or_refused_in_words() =>
        Damage.Try<ArgumentException>(random => Damage.To(Shop, Pieces, random), yaml => PlanFile.Parse(PlanYaml.ToJson(Encoding.UTF8.GetString(yaml))).Kinds(), Damage.Inputs);
}
