using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class ExpectedStatusesTests
{
    [Theory]
    [InlineData(199, false)]
    [InlineData(200, true)]
    [InlineData(299, true)]
    [InlineData(300, false)]
    public void Success_is_200_to_299(int status, bool isExpected) =>
        Assert.Equal(isExpected, ExpectedStatuses.Success.Include(status));

    [Theory]
    [InlineData(199, false)]
    [InlineData(200, true)]
    [InlineData(599, true)]
    [InlineData(600, false)]
    public void Statuses_of_200_to_599_may_be_expected(int status, bool isTaken)
    {
        if (isTaken)
            Assert.True(ExpectedStatuses.Of([status]).Include(status));
        else
            Assert.Throws<ArgumentException>(() => ExpectedStatuses.Of([200, status]));
    }

    [Fact]
    public void At_least_one_is_expected() => Assert.Throws<ArgumentException>(() => ExpectedStatuses.Of([]));
}
