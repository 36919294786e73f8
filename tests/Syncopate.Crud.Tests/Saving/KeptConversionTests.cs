using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>What a converter of the application changes on the way into the database is in the answer as it is in the row.</summary>
[Trait("Judges", "behaviour")]
public sealed class KeptConversionTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_answer_has_what_is_read_again(string database, string form)
    {
        using CrudOn<MailContext> mails = new(database, form, postgres);

        Result<Mail> created = await mails.CallAsync(
            crud => crud.Create(New(1)), (crud, token) => crud.CreateAsync(New(1), token));
        Result<Mail> again = await mails.CallAsync(
            crud => crud.Update(New(1)), (crud, token) => crud.UpdateAsync(New(1), token));

        Assert.True(created.IsDone, created.ToString());
        Assert.Equal(("a@b", 10m), (created.Value.Address, created.Value.Price));
        Assert.Equal(("a@b", 10m), mails.Stored(context => (context.Set<Mail>().Single().Address, context.Set<Mail>().Single().Price)));
        Assert.Equal("Nothing had changed, so nothing was saved.", again.Message);
    }

    /// <summary>Else the hash of a hash would be stored.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_is_another_one_each_time_it_is_converted_is_converted_once(string database, string form)
    {
        using CrudOn<MailContext> mails = new(database, form, postgres);

        Result<Mail> created = await mails.CallAsync(
            crud => crud.Create(New(1)), (crud, token) => crud.CreateAsync(New(1), token));

        Assert.True(created.IsDone, created.ToString());
        Assert.Equal("s#", mails.Stored(context => context.Set<Mail>().Single().Secret));
    }

    private static Mail New(int id) => new() { Id = id, Address = " A@B ", Price = 10.7m };

    public sealed class MailContext(DbContextOptions<MailContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Mail>(mail =>
        {
            mail.Property(row => row.Id).ValueGeneratedNever();
            mail.Property(row => row.Address).HasConversion(text => text.Trim().ToLowerInvariant(), text => text);
            mail.Property(row => row.Price).HasConversion<int>();
            mail.Property(row => row.Secret).HasConversion(text => text + "#", text => text);
            mail.Property(row => row.Secret).Metadata.SetAfterSaveBehavior(PropertySaveBehavior.Ignore);
        });
    }

    public sealed class Mail
    {
        public int Id { get; set; }

        public string Address { get; set; } = "";

        public decimal Price { get; set; }

        public string Secret { get; set; } = "s";
    }
}
