using Syncopate.Running;
using Syncopate.Watch.Jobs;
using Syncopate.Watch.Processes;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Which process is meant, among those that a test says run.</summary>
public sealed class WatchSubjectTests
{
    private static readonly ProcessIdentity[] Running =
    [
        new(11, "Shop.Api", "10.0.0"),
        new(12, "Shop.Api.Worker", "10.0.0"),
        new(13, "Shop.Api.Jobs", null),
    ];

    [Theory]
    [InlineData("shop.api", 11)]
    [InlineData("worker", 12)]
    public void A_whole_name_wins_over_a_part_of_one(string name, int id) =>
        Assert.Equal(id, Find(new WatchSubject { Name = name }));

    [Fact]
    public void A_name_of_several_asks_for_the_identifier_of_one()
    {
        TargetNotAllowedException refused =
            Assert.Throws<TargetNotAllowedException>(() => Find(new WatchSubject { Name = "Shop.Api." }));

        Assert.Equal(
            "'Shop.Api.' is the name of 2 processes: 12 (Shop.Api.Worker), 13 (Shop.Api.Jobs). Give the identifier of one.",
            refused.Message);
    }

    [Fact]
    public void A_name_of_nobody_is_answered_with_those_that_run() => Assert.Contains(
        "These run: 11 (Shop.Api), 12 (Shop.Api.Worker), 13 (Shop.Api.Jobs).",
        Assert.Throws<TargetFailedException>(() => Find(new WatchSubject { Name = "Blog" })).Message,
        StringComparison.Ordinal);

    [Fact]
    public void A_port_is_that_of_the_process_that_listens_there()
    {
        Assert.Equal(12, Find(new WatchSubject { Port = 5000 }));
        Assert.Throws<TargetFailedException>(() => Find(new WatchSubject { Port = 5001 }));
    }

    [Fact]
    public void An_identifier_is_taken_as_it_is_and_nothing_is_no_process()
    {
        Assert.Equal(99, Find(new WatchSubject { ProcessId = 99 }));
        Assert.Null(Find(new WatchSubject()));
    }

    private static int? Find(WatchSubject subject) => subject.Find(() => Running, port => port == 5000 ? 12 : null);
}
