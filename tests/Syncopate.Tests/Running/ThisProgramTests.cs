using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Tests.Running;

public sealed class ThisProgramTests
{
    [Theory]
    [InlineData("dotnet", true)]
    [InlineData("DotNet.Bench", false)]
    [InlineData("dotnet.bench", false)]
    [InlineData("bench", false)]
    public void A_program_that_is_called_after_dotnet_is_not_taken_for_it(string name, bool isDotnet)
    {
        string file = OperatingSystem.IsWindows() ? name + ".exe" : name;

        Assert.Equal(isDotnet, ThisProgram.IsDotnet(Path.Combine(Path.GetTempPath(), file)));
    }
}
