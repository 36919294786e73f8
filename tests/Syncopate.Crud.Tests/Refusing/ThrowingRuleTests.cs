using System.ComponentModel.DataAnnotations;
using Syncopate.Crud.Tests.Changing;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>Rules of the framework throw for some values that a user can give. Those break the rule.</summary>
[Trait("Judges", "behaviour")]
public sealed class ThrowingRuleTests(PostgresFixture postgres)
{
    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task Is_an_error_on_its_member(string database, string form)
    {
        using CrudOn<JarContext> jars = new(database, form, postgres);
        CountForm given = new() { Count = 5_000_000_000, Text = $"{new string('a', 40)}!" };

        Result<Jar> refused = await jars.CallAsync(
            crud => crud.Create<Jar, CountForm>(given),
            (crud, token) => crud.CreateAsync<Jar, CountForm>(given, token));

        Assert.Equal(["Count", "Text"], refused.Errors.Select(error => error.Path).Order());
        Assert.Contains(new CrudError("Count", "The field Count must be between 1 and 100."), refused.Errors);
    }

    public sealed class CountForm : ICopiesTo<Jar>
    {
        [Range(1, 100)]
        public long Count { get; set; }

        // Each letter doubles what the expression tries.
        [RegularExpression("^(a+)+$", MatchTimeoutInMilliseconds = 1)]
        public string Text { get; set; } = "";

        public void CopyTo(Jar entity) => (entity.Id, entity.Text) = (1, Text);
    }
}
