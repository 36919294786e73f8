using Syncopate.Running.Comparing;
using Xunit;

namespace Syncopate.Tests.Comparing;

public sealed class AnswerCheckTests
{
    private static readonly CheckedAnswer A = new(Form.A, 200, 1204, "AA", 212);
    private static readonly CheckedAnswer B = A with { Form = Form.B, Milliseconds = 213 };

    [Fact]
    public void Equal_answers_do_not_differ_however_long_they_took() =>
        Assert.Null(AnswerCheck.Difference([A, B], A));

    [Fact]
    public void A_page_that_changes_by_itself_is_no_fault_while_the_others_give_what_it_gave_first() =>
        Assert.Null(AnswerCheck.Difference([A, B], A with { BodyHash = "ZZ" }));

    [Fact]
    public void Another_length_is_named() =>
        Assert.Equal(
            "B answered 200 with 1,210 bytes; A answered 200 with 1,204 bytes.",
            AnswerCheck.Difference([A, B with { BodyBytes = 1210, BodyHash = "BB" }], A));

    [Fact]
    public void Other_contents_of_equal_length_are_named() =>
        Assert.Equal(
            "B answered 200 with 1,204 bytes; A answered 200 with 1,204 bytes, with other contents.",
            AnswerCheck.Difference([A, B with { BodyHash = "BB" }], A));

    [Fact]
    public void Another_status_is_a_difference() =>
        Assert.Contains(
            "C answered 201", AnswerCheck.Difference([A, B, B with { Form = Form.C, Status = 201 }], A), StringComparison.Ordinal);

    [Fact]
    public void A_page_that_never_answers_the_same_cannot_be_compared() =>
        Assert.Equal(
            "A answers differently from one request to the next, so that it cannot be seen whether B gives the same.",
            AnswerCheck.Difference([A, B with { BodyHash = "BB" }], A with { BodyHash = "CC" }));
}
