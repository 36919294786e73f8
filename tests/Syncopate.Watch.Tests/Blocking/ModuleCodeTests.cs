using Syncopate.Watch.Stacks;
using Xunit;

namespace Syncopate.Watch.Tests.Blocking;

/// <summary>What the IL of an assembly says, as it was built.</summary>
[Trait("Judges", "behaviour")]
public sealed class ModuleCodeTests
{
    [Theory]
    [InlineData("Guards", "ReadAndRest", "has it, has left it")]
    [InlineData("Guards", "LockAndRest", "has it, has left it")]
    [InlineData("Guards", "LeaveEarly", "has it")]
    [InlineData("Guards", "Again", "has it, has left it")]
    [InlineData("Convoy", "SleepNamed", "has it")] // Nothing is entered.
    public void Each_sleep_of_a_method_is_known_to_come_before_or_after_it_leaves_what_it_entered(
        string type, string method, string expected)
    {
        using SourceModule module = SourceModule.Open(EndToEnd.Tests.Built.Dll("WatchedProgram"));
        ModuleCode code = Assert.IsType<ModuleCode>(module.Code);
        int token = code.Methods.Single(one => code.Name(one) == ($"WatchedProgram.{type}", method));

        string told = string.Join(", ", code.Instructions(token)
            .Where(one => code.Name(one.Token) is { Type: "System.Threading.Thread", Method: "Sleep" })
            .Select(one => code.HasLeft(token, one.Offset) ? "has left it" : "has it"));

        Assert.Equal(expected, told);
    }
}
