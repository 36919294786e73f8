using Syncopate.Reporting;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>What a report says of the runtimes of its servers.</summary>
public sealed class FormRuntimeTests
{
    [Theory]
    [InlineData(0, 0, "none")]
    [InlineData(1, 0, "1 as a state machine")]
    [InlineData(1400, 0, "1,400 as state machines")]
    [InlineData(0, 14, "14 as runtime async")]
    [InlineData(12, 2, "12 as state machines, 2 as runtime async")]
    [InlineData(null, null, null)]
    public void Async_methods_are_counted_by_how_they_are_compiled(int? machines, int? runtime, string? words) =>
        Assert.Equal(words, new FormRuntime(".NET 11.0.0", machines, runtime).Methods);

    [Fact]
    public void One_runtime_is_said_once() => Assert.Equal(
        "The servers ran on .NET 10.0.12, async methods of its own assemblies: 14 as state machines.",
        FormRuntime.Sentence([("sync", new(".NET 10.0.12", 14, 0)), ("async", new(".NET 10.0.12", 14, 0)), ("external", null)]));

    [Fact]
    public void Two_are_said_of_whom_they_are() => Assert.Equal(
        "A: .NET 10.0.12, its own assemblies without an async method. B: .NET 11.0.0.",
        FormRuntime.Sentence([("A", new(".NET 10.0.12", 0, 0)), ("B", new(".NET 11.0.0", null, null)), ("A", new(".NET 10.0.12", 0, 0))]));

    [Fact]
    public void What_nobody_told_is_not_said() => Assert.Equal("", FormRuntime.Sentence([("A", null)]));
}
