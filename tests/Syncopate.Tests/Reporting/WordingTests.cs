using Syncopate.Reporting;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>Whoever adds a verdict or a form finds it without words here, not with those of another one in a report.</summary>
public sealed class WordingTests
{
    private static readonly Verdict[] Verdicts = Enum.GetValues<Verdict>();

    [Fact]
    public void Every_verdict_has_a_name_a_mark_and_a_colour_of_its_own()
    {
        Assert.Distinct(Verdicts.Select(verdict => Wording.Name(verdict)));
        Assert.Distinct(Verdicts.Select(verdict => Wording.Mark(verdict)));
        Assert.Distinct(Verdicts.Select(verdict => Wording.Class(verdict)));
    }

    [Fact]
    public void Every_form_has_a_name_of_its_own_and_a_colour()
    {
        Form[] forms = Enum.GetValues<Form>();

        Assert.Distinct(forms.Select(form => Wording.Name(form)));
        Assert.All(forms, form => Assert.NotEmpty(Wording.Class(form)));
    }

    [Theory]
    [InlineData(1, "1 method was")]
    [InlineData(1.2, "1.20 methods were")]
    [InlineData(0.5, "0.5 methods were")]
    [InlineData(2_000, "2,000 methods were")]
    public void One_of_a_figure_is_not_several(double figure, string text) =>
        Assert.Equal(text, Wording.PluralOf(figure, "method was", "methods were"));

    [Fact]
    public void What_is_no_verdict_has_no_words() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => Wording.Name((Verdict)99));
}
