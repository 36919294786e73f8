using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>A text with NUL or half a character in it is reported before the database is asked: SQLite would store another
/// one, and PostgreSQL would end the transaction.</summary>
[Trait("Judges", "behaviour")]
public sealed class BrokenTextTests(PostgresFixture postgres)
{
    public static TheoryData<string, string, string> Texts() => CrudTests.EverywhereWith<string>(["NUL", "half"]);

    [Theory, MemberData(nameof(Texts))]
    public async Task No_command_is_sent(string database, string form, string kind)
    {
        int commands = 0;
        using CrudOn<NoteContext> notes = new(
            database,
            form,
            postgres,
            options: options => options.LogTo(_ => commands++, [RelationalEventId.CommandExecuting]));
        notes.Given(new Note { Code = "a", Text = "b" });
        string text = kind == "NUL" ? "a\0" : "a\ud800";
        Note note = notes.Context.Find<Note>("a")!;
        ListRequest<Note, NoteRow> filtered = new() { Filters = [new("Text", FilterComparison.Contains, text)] };
        commands = 0;

        Result created = await notes.CallAsync<Result>(
            crud => crud.Create<Note, NoteRow>(new("c", text)),
            async (crud, token) => await crud.CreateAsync<Note, NoteRow>(new("c", text), token));
        note.Text = text;
        Result updated = await notes.CallAsync<Result>(
            crud => crud.Update(note),
            async (crud, token) => await crud.UpdateAsync(note, token));
        note.Text = "b";
        Result listed = await notes.CallAsync<Result>(
            crud => crud.List(filtered),
            async (crud, token) => await crud.ListAsync(filtered, token));
        Result shown = await notes.CallAsync<Result>(
            crud => crud.Detail<Note, NoteRow>(text), async (crud, token) => await crud.DetailAsync<Note, NoteRow>(text, token));
        Result deleted = await notes.CallAsync<Result>(
            crud => crud.Delete<Note>(text), async (crud, token) => await crud.DeleteAsync<Note>(text, cancellationToken: token));

        string[] several = ["b", text];
        Result removed = await notes.CallAsync<Result>(
            crud => crud.DeleteWhere<Note>(row => row.Text == text || several.Contains(row.Code)),
            async (crud, token) => await crud.DeleteWhereAsync<Note>(row => row.Text == text || several.Contains(row.Code), token));
        Result changed = await notes.CallAsync<Result>(
            crud => crud.UpdateWhere<Note>(row => several.Contains(row.Text), set => set.SetProperty(row => row.Text, "c")),
            async (crud, token) => await crud.UpdateWhereAsync<Note>(
                row => several.Contains(row.Text), set => set.SetProperty(row => row.Text, "c"), token));

        Assert.Equal(0, commands);
        Assert.Equal([new CrudError("", "The condition holds a character that the database cannot store.")], removed.Errors);
        Assert.Equal(removed.Errors, changed.Errors);
        Assert.Equal([new CrudError("Text", "Text holds a character that the database cannot store.")], created.Errors);
        Assert.Equal(created.Errors, updated.Errors);
        Assert.Equal((Outcome.Invalid, "Text"), (listed.Outcome, Assert.Single(listed.Errors).Path));
        Assert.Equal((Outcome.Invalid, Outcome.Invalid), (shown.Outcome, deleted.Outcome));
        Assert.Equal("b", notes.Stored(context => context.Set<Note>().Single().Text));
    }

    public sealed class NoteContext(DbContextOptions<NoteContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Note>().HasKey(note => note.Code);
    }
}

public sealed class Note
{
    public string Code { get; set; } = "";

    public string Text { get; set; } = "";
}

[ProjectsFrom<Note>]
public sealed partial record NoteRow(string Code, string Text);
