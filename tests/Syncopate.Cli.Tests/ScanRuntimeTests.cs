using System.Collections.Frozen;
using Syncopate.Cli.Scans;
using Xunit;

namespace Syncopate.Cli.Tests;

[Trait("Judges", "behaviour")]
public sealed class ScanRuntimeTests
{
    private static readonly FrozenDictionary<string, string> Variables =
        new Dictionary<string, string> { ["HOME"] = "/home/ada" }.ToFrozenDictionary();

    [Fact]
    public void A_scan_begins_anew_without_profiles_and_keeps_all_else()
    {
        IReadOnlyDictionary<string, string>? settled = ScanRuntime.With(["scan", "Shop.slnx"], Variables);

        Assert.NotNull(settled);
        Assert.Equal(("/home/ada", "0"), (settled["HOME"], settled["DOTNET_TieredPGO"]));
    }

    [Fact]
    public void What_it_began_with_it_does_not_begin_with_again()
    {
        IReadOnlyDictionary<string, string>? settled = ScanRuntime.With(["scan"], Variables);

        Assert.NotNull(settled);
        Assert.Null(ScanRuntime.With(["scan"], settled));
    }

    [Fact]
    public void Commands_that_measure_run_as_the_runtime_does_by_itself() => Assert.Null(ScanRuntime.With(["load", "scan"], Variables));

    [Theory]
    [InlineData("DOTNET_TieredPGO")]
    [InlineData("DOTNET_TieredCompilation")]
    [InlineData("DOTNET_TC_QuickJit")]
    public void Who_has_chosen_how_the_runtime_compiles_keeps_that(string name) =>
        Assert.Null(ScanRuntime.With(["scan"], new Dictionary<string, string>(Variables) { [name] = "1" }));
}
