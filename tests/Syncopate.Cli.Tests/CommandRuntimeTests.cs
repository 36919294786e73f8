using System.Collections.Frozen;
using Xunit;

namespace Syncopate.Cli.Tests;

[Trait("Judges", "behaviour")]
public sealed class CommandRuntimeTests
{
    private static readonly FrozenDictionary<string, string> Variables =
        new Dictionary<string, string> { ["HOME"] = "/home/ada" }.ToFrozenDictionary();

    [Theory]
    [InlineData("scan")]
    [InlineData("serve")]
    public void A_scan_and_a_server_begin_anew_without_profiles_and_keep_all_else(string command)
    {
        IReadOnlyDictionary<string, string>? settled = CommandRuntime.With([command, "Shop.slnx"], Variables);

        Assert.NotNull(settled);
        Assert.Equal(("/home/ada", "0"), (settled["HOME"], settled["DOTNET_TieredPGO"]));
    }

    [Theory]
    [InlineData("scan")]
    [InlineData("serve")]
    public void What_they_began_with_they_do_not_begin_with_again(string command)
    {
        IReadOnlyDictionary<string, string>? settled = CommandRuntime.With([command], Variables);

        Assert.NotNull(settled);
        Assert.Null(CommandRuntime.With([command], settled));
    }

    /// <summary>The load engine of a run that the page begins would be compiled otherwise than that of a run in a terminal.</summary>
    [Fact]
    public void What_a_server_starts_is_left_none_of_the_variables_that_it_began_anew_with()
    {
        IReadOnlyDictionary<string, string>? settled = CommandRuntime.With(["serve"], Variables);

        Assert.NotNull(settled);
        Assert.Equal(settled.Keys.Except(Variables.Keys).Order(), CommandRuntime.Dropped(["serve"], settled).Order());
    }

    [Fact]
    public void What_a_server_starts_is_left_what_was_chosen_for_the_server_too() =>
        Assert.Empty(CommandRuntime.Dropped(["serve"], new Dictionary<string, string>(Variables) { ["DOTNET_TieredPGO"] = "0" }));

    [Theory]
    [InlineData("load")]
    [InlineData("run")]
    [InlineData("race")]
    public void Commands_that_measure_run_as_the_runtime_does_by_itself(string command) =>
        Assert.Null(CommandRuntime.With([command, "scan", "serve"], Variables));

    [Theory]
    [InlineData("DOTNET_TieredPGO")]
    [InlineData("DOTNET_TieredCompilation")]
    [InlineData("DOTNET_TC_QuickJit")]
    public void Who_has_chosen_how_the_runtime_compiles_keeps_that(string name)
    {
        Dictionary<string, string> chosen = new(Variables) { [name] = "1" };

        Assert.Null(CommandRuntime.With(["scan"], chosen));
        Assert.Null(CommandRuntime.With(["serve"], chosen));
    }

    [Fact]
    public void Who_has_chosen_how_long_a_server_looks_for_work_keeps_that() => Assert.Null(CommandRuntime.With(
        ["serve"], new Dictionary<string, string>(Variables) { ["DOTNET_ThreadPool_UnfairSemaphoreSpinLimit"] = "46" }));
}
