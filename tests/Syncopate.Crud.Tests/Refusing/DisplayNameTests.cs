using System.ComponentModel.DataAnnotations;
using System.Globalization;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>Names from resources are those of the user who asks, not of the first one who asked.</summary>
[Trait("Judges", "behaviour")]
public sealed class DisplayNameTests(PostgresFixture postgres)
{
    [Theory, InlineData("sync"), InlineData("async")]
    public async Task A_name_is_in_the_culture_of_each_call(string form)
    {
        using CrudOn<GoodsContext> goods = new("sqlite", form, postgres);
        goods.Given(new Good { Label = "a" });

        Assert.Equal(
            ["Name is missing.", "Remark must not be empty.", "Name is too long; at most",
                "This ware does not exist.", "There is already a ware with this name."],
            await ToldAsync(CultureInfo.InvariantCulture));
        Assert.Equal(
            ["Bezeichnung is missing.", "Bemerkung must not be empty.", "Bezeichnung is too long; at most",
                "This Ware does not exist.", "There is already a Ware with this Bezeichnung."],
            await ToldAsync(new GoodNames.German()));

        async Task<string[]> ToldAsync(CultureInfo culture)
        {
            // Flows with the test, and with no other.
            CultureInfo.CurrentUICulture = culture;
            string[] told =
            [
                (await CreateAsync(goods, new GoodForm { Label = "" })).Errors[0].Message,
                (await CreateAsync(goods, new GoodForm { Label = "a", Remark = null! })).Errors[0].Message,
                (await CreateAsync(goods, new GoodForm { Label = "abcdef" })).Errors[0].Message,
                (await goods.CallAsync(
                    crud => crud.Update<Good, GoodForm>(99, new GoodForm { Label = "b" }),
                    (crud, token) => crud.UpdateAsync<Good, GoodForm>(99, new GoodForm { Label = "b" }, token))).Message,
                (await CreateAsync(goods, new GoodForm { Label = "a" })).Errors[0].Message,
            ];
            told[2] = told[2].Replace(" has 6 characters; at most 5 are allowed.", " is too long; at most", StringComparison.Ordinal);
            return told;
        }
    }

    private static Task<Result<Good>> CreateAsync(CrudOn<GoodsContext> goods, GoodForm form) => goods.CallAsync(
        crud => crud.Create<Good, GoodForm>(form), (crud, token) => crud.CreateAsync<Good, GoodForm>(form, token));

    public sealed class GoodsContext(DbContextOptions<GoodsContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Good>(good =>
        {
            good.HasIndex(row => row.Label).IsUnique();
            good.Property(row => row.Label).HasMaxLength(5);
        });
    }
}

/// <summary>As a file of resources makes it.</summary>
public static class GoodNames
{
    public static string Ware => In("ware", "Ware");

    public static string Label => In("name", "Bezeichnung");

    public static string FormLabel => In("Name", "Bezeichnung");

    public static string Remark => In("remark", "Bemerkung");

    private static string In(string english, string german) => CultureInfo.CurrentUICulture is German ? german : english;

    /// <summary>The tests' process knows one culture only, so this one has no name.</summary>
    public sealed class German() : CultureInfo("");
}

[Display(Name = nameof(GoodNames.Ware), ResourceType = typeof(GoodNames))]
public sealed class Good
{
    public int Id { get; set; }

    [Display(Name = nameof(GoodNames.Label), ResourceType = typeof(GoodNames))]
    public string Label { get; set; } = "";

    public string Remark { get; set; } = "";
}

[ProjectsFrom<Good>]
public sealed partial class GoodForm
{
    [Required(ErrorMessage = "{0} is missing."), Display(Name = nameof(GoodNames.FormLabel), ResourceType = typeof(GoodNames))]
    public string Label { get; set; } = "";

    [Display(Name = nameof(GoodNames.Remark), ResourceType = typeof(GoodNames))]
    public string Remark { get; set; } = "";
}
