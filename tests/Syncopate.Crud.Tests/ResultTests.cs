using Xunit;

namespace Syncopate.Crud.Tests;

public sealed class ResultTests
{
    private static readonly CrudError NoName = new("Name", "A name is missing.");
    private static readonly CrudError NoSlug = new("Slug", "A slug is missing.");

    [Fact]
    public void A_result_that_was_not_done_has_no_value_and_says_why()
    {
        Result<int> none = Result.Invalid<int>(NoName);

        InvalidOperationException asked = Assert.Throws<InvalidOperationException>(() => none.Value);

        Assert.Contains("Invalid: A name is missing.", asked.Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentException>(() => Result.Invalid<int>());
    }

    [Fact]
    public void Two_values_are_one_result_when_both_were_done()
    {
        Result<(int First, string Second)> both = Result.Combine(Result.Done(1, "One.").Warn("Hm."), Result.Done("a", "A."));

        Assert.Equal((1, "a"), both.Value);
        Assert.Equal(("One. A.", "Hm."), (both.Message, Assert.Single(both.Warnings)));
    }

    [Fact]
    public void All_errors_are_kept_in_order_and_the_first_failure_gives_the_outcome()
    {
        Result<(int First, string Second)> both = Result.Combine(Result.NotFound<int>("Gone."), Result.Invalid<string>(NoName, NoSlug).Warn("Hm."));

        Assert.Equal((Outcome.NotFound, "3 errors."), (both.Outcome, both.Message));
        Assert.Equal([new CrudError("", "Gone."), NoName, NoSlug], both.Errors);
        Assert.Single(both.Warnings);
    }

    [Fact]
    public void Many_of_one_kind_combine_and_none_is_done()
    {
        Assert.Equal([1, 2], Result.Combine([Result.Done(1), Result.Done(2)]).Value);
        Assert.True(Result.Combine(Array.Empty<Result<int>>()).IsDone);
        Assert.Equal([NoName], Result.Combine([Result.Done(1), Result.Invalid<int>(NoName)]).Errors);
    }

    [Fact]
    public void A_value_is_mapped_and_a_failure_stays()
    {
        Result<int> conflict = Result.Conflict<int>(
            "Late.", new Dictionary<string, object?> { ["A"] = 1 }, new InvalidOperationException("secret"));

        Assert.Equal("7", Result.Done(7).Map(value => $"{value}").Value);
        Assert.Equal((Outcome.Conflict, 1), (conflict.Map(value => $"{value}").Outcome, conflict.As<string>().Current?["A"]));
        Assert.Throws<InvalidOperationException>(() => Result.Done(7).As<string>());
    }

    [Fact]
    public void A_warning_makes_a_new_result()
    {
        Result<int> done = Result.Done(7);

        Assert.Single(done.Warn("Hm.").Warnings);
        Assert.Empty(done.Warnings);
    }

    [Fact]
    public void Neither_value_nor_cause_slips_into_a_text()
    {
        Assert.Equal("Done", $"{Result.Done("canary")}");
        Assert.Equal("Unavailable: Away.", $"{Result.Unavailable<string>("Away.", new InvalidOperationException("canary"))}");
    }
}
