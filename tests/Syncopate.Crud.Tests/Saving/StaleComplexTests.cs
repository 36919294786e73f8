using System.ComponentModel.DataAnnotations.Schema;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>A row that a context has known for long, and of which somebody else has changed since a list of complex values, or whether
/// a complex value is there at all.</summary>
[Trait("Judges", "behaviour")]
public sealed class StaleComplexTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    /// <summary>Way: EF Core finds nothing changed, and nothing is written.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_list_that_a_form_sets_to_what_the_context_remembers_is_in_the_row(string database, string form)
    {
        using CrudOn<MenuContext> menus = new(database, form, postgres);
        Menu known = Known(menus, NewMenu("soup"));
        Elsewhere(menus, menu => menu.Dishes = [new() { Name = "fish" }, new() { Name = "cake" }]);

        Result<Menu> updated = await menus.CallAsync(
            crud => crud.Update<Menu, DishForm>(1, new("soup")),
            (crud, token) => crud.UpdateAsync<Menu, DishForm>(1, new("soup"), token));

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal(("a: soup", "a: soup"), (Told(known), menus.Stored(Told)));
        Assert.Equal(0, menus.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_others_wrote_into_a_list_stays_and_is_in_memory(string database, string form)
    {
        using CrudOn<MenuContext> menus = new(database, form, postgres);
        Menu known = Known(menus, NewMenu("soup"));
        Elsewhere(menus, menu => menu.Dishes = [new() { Name = "fish" }, new() { Name = "cake" }]);

        Result<Menu> updated = await RenameAsync(menus, "b");

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal(("b: fish cake", "b: fish cake"), (Told(known), menus.Stored(Told)));
        Assert.Equal(0, menus.Context.SaveChanges());
    }

    /// <summary>Both ways round: what a form sets is what the context remembers, and not what the database has.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_value_that_a_form_sets_to_what_the_context_remembers_is_in_the_row(string database, string form)
    {
        foreach (bool isRemembered in (bool[])[false, true])
        {
            using CrudOn<MenuContext> menus = new(database, form, postgres);
            Menu given = NewMenu("soup");
            given.Note = isRemembered ? new() { Text = "old" } : null;
            Menu known = Known(menus, given);
            Elsewhere(menus, menu => menu.Note = isRemembered ? null : new() { Text = "theirs" });

            Result<Menu> updated = await menus.CallAsync(
                crud => crud.Update<Menu, NoteForm>(1, new(isRemembered ? "old" : "")),
                (crud, token) => crud.UpdateAsync<Menu, NoteForm>(1, new(isRemembered ? "old" : ""), token));

            string expected = isRemembered ? "old" : "none";
            Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
            Assert.Equal((expected, expected), (Noted(known), menus.Stored(Noted)));
            Assert.Equal(0, menus.Context.SaveChanges());
        }
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_value_that_others_have_set_or_removed_is_so_in_memory(string database, string form)
    {
        foreach (bool isRemembered in (bool[])[false, true])
        {
            using CrudOn<MenuContext> menus = new(database, form, postgres);
            Menu given = NewMenu("soup");
            given.Note = isRemembered ? new() { Text = "old" } : null;
            Menu known = Known(menus, given);
            Elsewhere(menus, menu => menu.Note = isRemembered ? null : new() { Text = "theirs" });

            Result<Menu> updated = await RenameAsync(menus, "b");

            string expected = isRemembered ? "none" : "theirs";
            Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
            Assert.Equal((expected, expected), (Noted(known), menus.Stored(Noted)));
            Assert.Equal(0, menus.Context.SaveChanges());
        }
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_refused_call_leaves_what_the_context_knew_of_it(string database, string form)
    {
        using CrudOn<MenuContext> menus = new(database, form, postgres);
        Menu known = Known(menus, NewMenu("soup"));
        Elsewhere(menus, menu =>
        {
            menu.Dishes = [new() { Name = "fish" }, new() { Name = "cake" }];
            menu.Note = new() { Text = "theirs" };
        });

        Result<Menu> refused = await RenameAsync(menus, "b\0");

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.Equal(("a: soup", "none"), (Told(known), Noted(known)));
        Assert.Equal(0, menus.Context.SaveChanges());
        Assert.Equal(("a: fish cake", "theirs"), menus.Stored(other => (Told(other), Noted(other))));
    }

    private static Task<Result<Menu>> RenameAsync(CrudOn<MenuContext> menus, string name) => menus.CallAsync(
        crud => crud.Update<Menu, MenuNameForm>(1, new(name)),
        (crud, token) => crud.UpdateAsync<Menu, MenuNameForm>(1, new(name), token));

    private static Menu NewMenu(string dish) => new() { Id = 1, Name = "a", Dishes = [new() { Name = dish }] };

    private static Menu Known(CrudOn<MenuContext> menus, Menu given)
    {
        menus.Given(given);
        return menus.Context.Set<Menu>().Single();
    }

    private static void Elsewhere(CrudOn<MenuContext> menus, Action<Menu> change) => menus.Stored(other =>
    {
        change(other.Set<Menu>().Single());
        return other.SaveChanges();
    });

    private static string Told(MenuContext context) => Told(context.Set<Menu>().AsNoTracking().Single());

    private static string Told(Menu menu) => $"{menu.Name}: {string.Join(' ', menu.Dishes.Select(dish => dish.Name))}";

    private static string Noted(MenuContext context) => Noted(context.Set<Menu>().AsNoTracking().Single());

    private static string Noted(Menu menu) => menu.Note?.Text ?? "none";

    public sealed class MenuContext(DbContextOptions<MenuContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Menu>(menu =>
        {
            menu.ComplexCollection(row => row.Dishes, dishes => dishes.ToJson());
            menu.ComplexProperty(row => row.Note);
        });
    }

    public sealed class Menu
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public List<Dish> Dishes { get; set; } = [];

        public MenuNote? Note { get; set; }
    }

    public sealed class Dish
    {
        public string Name { get; set; } = "";
    }

    [ComplexType]
    public sealed class MenuNote
    {
        public string Text { get; set; } = "";
    }

    public sealed record MenuNameForm(string Name) : ICopiesTo<Menu>
    {
        public void CopyTo(Menu entity) => entity.Name = Name;
    }

    public sealed record DishForm(string Dish) : ICopiesTo<Menu>
    {
        public void CopyTo(Menu entity) => entity.Dishes = [new() { Name = Dish }];
    }

    public sealed record NoteForm(string Text) : ICopiesTo<Menu>
    {
        public void CopyTo(Menu entity) => entity.Note = Text.Length > 0 ? new() { Text = Text } : null;
    }
}
