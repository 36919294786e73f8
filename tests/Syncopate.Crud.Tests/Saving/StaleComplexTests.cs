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

    /// <summary>All there is: what the context remembers, what somebody else has written, and what the call writes, which may be nothing,
    /// or is refused.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task Whatever_each_has_of_it_context_and_database_are_as_the_answer_says(string database, string form)
    {
        string[] contents = ["", "soup", "fish cake"];
        (string Remembered, string Theirs, string? Mine, bool IsRefused)[] trials =
        [
            .. from remembered in contents
               from theirs in contents
               from mine in (string?[])[null, .. contents]
               from isRefused in (bool[])[false, true]
               select (remembered, theirs, mine, isRefused),
        ];
        using CrudOn<MenuContext> menus = new(database, form, postgres);
        menus.Given([.. trials.Select((trial, at) => Filled(new() { Id = at + 1, Name = "a" }, trial.Remembered))]);
        menus.Context.Set<Menu>().Load();
        menus.Stored(other =>
        {
            foreach (Menu menu in other.Set<Menu>().ToList())
                Filled(menu, trials[menu.Id - 1].Theirs);
            return other.SaveChanges();
        });

        for (int at = 0; at < trials.Length; at++)
        {
            var (remembered, theirs, mine, isRefused) = trials[at];
            int id = at + 1;
            AllForm given = new(isRefused ? "b\0" : "b", mine);
            Result<Menu> result = await menus.CallAsync(
                crud => crud.Update<Menu, AllForm>(id, given),
                (crud, token) => crud.UpdateAsync<Menu, AllForm>(id, given, token));

            string stored = isRefused ? $"a: {theirs} {theirs}" : $"b: {mine ?? theirs} {mine ?? theirs}";
            string known = isRefused ? $"a: {remembered} {remembered}" : stored;
            string tried = $"{trials[at]} {result} {result.Cause}";
            Assert.True(result.IsDone != isRefused, tried);
            Assert.Equal(
                (tried, known, stored),
                (tried, All(menus.Context.Find<Menu>(id)), menus.Stored(other => All(other.Find<Menu>(id)))));
            Assert.Equal((tried, 0), (tried, menus.Context.SaveChanges()));
        }
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

    /// <summary>The list and the value hold the same; nothing is an empty list and no value.</summary>
    private static Menu Filled(Menu menu, string content)
    {
        menu.Dishes = [.. content.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(name => new Dish { Name = name })];
        menu.Note = content.Length > 0 ? new() { Text = content } : null;
        return menu;
    }

    private static string All(Menu? menu) => menu is null ? "" : $"{Told(menu)} {menu.Note?.Text}";

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

    /// <summary>Writes nothing but the name where it has no content.</summary>
    public sealed record AllForm(string Name, string? Content) : ICopiesTo<Menu>
    {
        public void CopyTo(Menu entity)
        {
            entity.Name = Name;
            if (Content is not null)
                Filled(entity, Content);
        }
    }

    public sealed record NoteForm(string Text) : ICopiesTo<Menu>
    {
        public void CopyTo(Menu entity) => entity.Note = Text.Length > 0 ? new() { Text = Text } : null;
    }
}
