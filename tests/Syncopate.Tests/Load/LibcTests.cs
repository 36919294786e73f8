using Syncopate.Load;
using Syncopate.Load.Http1;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>What is counted of each failed call of Linux, by its number in asm-generic/errno.h.</summary>
public sealed class LibcTests
{
    [Theory]
    [InlineData(111, Findings.ConnectionRefused)]
    [InlineData(104, Findings.ConnectionReset)]
    [InlineData(103, Findings.ConnectionReset)]
    [InlineData(32, Findings.ConnectionReset)]
    [InlineData(110, Findings.TimedOut)]
    [InlineData(99, Findings.NoFreePort)]
    [InlineData(24, Findings.TooManyFiles)]
    [InlineData(23, Findings.TooManyFiles)]
    [InlineData(101, Findings.Unreachable)]
    [InlineData(113, Findings.Unreachable)]
    [InlineData(1, "socket error 1")]
    [InlineData(25, "socket error 25")]
    [InlineData(98, "socket error 98")]
    [InlineData(100, "socket error 100")]
    [InlineData(102, "socket error 102")]
    [InlineData(105, "socket error 105")]
    [InlineData(112, "socket error 112")]
    [InlineData(133, "socket error 133")]
    public void Each_error_of_a_connection_has_its_own_finding(int error, string finding) =>
        Assert.Equal(finding, Libc.FindingOf(error));
}
