using Syncopate.Assemblies;
using Syncopate.Calling;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>Pairs of methods in an assembly: found in its metadata, chosen by a call that is typed, and called.</summary>
public sealed class AssemblyTwinsTests
{
    private static readonly string Own = typeof(AssemblyTwinsTests).Assembly.Location;

    private static Twin[] Twins =>
        [.. AssemblyTwins.Of(Own).Where(twin => twin.Type == "Syncopate.Library.Tests.AssemblyTwinsTests.Shop")];

    [Fact]
    public void Methods_of_one_name_and_the_same_parameters_are_a_pair()
    {
        Twin twin = Assert.Single(Twins);

        Assert.Equal("string Find(int id)", twin.Sync.Signature);
        Assert.Equal("Task<string> FindAsync(int id, CancellationToken cancellationToken)", twin.Async.Signature);
        Assert.Equal("takes int id", twin.WhyNot);
    }

    [Fact]
    public void A_file_that_is_no_assembly_is_refused_in_words()
    {
        string text = Path.GetTempFileName();
        try
        {
            File.WriteAllText(text, "This is no program.");

            Assert.Contains("is no .NET assembly", Refused(() => AssemblyTwins.Of(text)), StringComparison.Ordinal);
            Assert.Contains("there is no such file", Refused(() => AssemblyTwins.Of(text + ".dll")), StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(text);
        }
    }

    /// <summary>A pipe was waited for.</summary>
    [Fact]
    public void What_is_no_regular_file_is_not_opened()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Devices have other names here.");

        Assert.Contains("not a regular file", Refused(() => AssemblyTwins.Of("/dev/null")), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Find", "takes a type, a dot and a method")]
    [InlineData("Shop.Find(7", "do not end with ')'")]
    [InlineData("Shop.Find(now)", "found 'now'")]
    [InlineData("Shop.Lose(7)", "has no pair Shop.Lose with and without Async. It has Syncopate.Library")]
    [InlineData("Shop.Find(true)", "does not take (true). It takes: (int id)")]
    public void A_call_that_means_no_pair_is_refused_with_what_there_is(string typed, string said)
    {
        FormsFault refused = Assert.Throws<FormsFault>(() => TwinChoice.Of(Twins, MethodCall.Read(typed), Own));

        Assert.Contains(said, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Both_are_called_with_the_arguments_and_have_the_place_that_is_known()
    {
        MethodCall call = MethodCall.Read("Shop.Find(7)");
        Twin twin = TwinChoice.Of(Twins, call, Own);
        TwinPlan plan = new(Own, twin, call, token => token == twin.Sync.Token ? new MethodPlace("Shop.cs", 12) : null);

        object? first = await plan.Open(0, 0).AnswerAsync(TestContext.Current.CancellationToken);
        object? second = await plan.Open(1, 0).AnswerAsync(TestContext.Current.CancellationToken);

        Assert.Equal(("customer 7", "customer 7"), (first as string, second as string));
        Assert.Equal(["Shop.cs:12", Path.GetFileName(Own)], plan.Descriptions.Select(form => form.Place));
    }

    private static string Refused(Func<object> read) => Assert.Throws<FormsException>(read).Message;

    /// <summary>A type with a pair, and a method that has none.</summary>
    internal sealed class Shop
    {
        public string Find(int id) => FormattableString.Invariant($"customer {id}");

        public async Task<string> FindAsync(int id, CancellationToken cancellationToken)
        {
            await Task.Yield();
            cancellationToken.ThrowIfCancellationRequested();
            return FormattableString.Invariant($"customer {id}");
        }

        public int Alone() => 1;
    }
}
