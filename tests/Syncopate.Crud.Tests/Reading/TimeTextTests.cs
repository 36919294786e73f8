using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>Times that are kept as texts by a converter of EF Core, whose order is that of the times.</summary>
[Trait("Judges", "behaviour")]
public sealed class TimeTextTests(PostgresFixture postgres)
{
    private static readonly DateTime Noon = new(2026, 3, 1, 12, 0, 0);

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task Are_compared_as_times(string database, string form)
    {
        using CrudOn<AlarmContext> alarms = new(database, form, postgres);
        alarms.Given(Alarm.At(Noon), Alarm.At(Noon.AddMilliseconds(500)), Alarm.At(Noon.AddDays(1).AddHours(1)));

        string[] found =
        [
            await FoundAsync(alarms, new("Moment", FilterComparison.More, "2026-03-01 12:00:00")),
            await FoundAsync(alarms, new("Moment", FilterComparison.Less, "2026-03-01 12:00:01")),
            await FoundAsync(alarms, new("Day", FilterComparison.AtLeast, "2026-03-02")),
            await FoundAsync(alarms, new("Time", FilterComparison.AtMost, "12:00:00.5")),
        ];

        Assert.Equal(["2 3", "1 2", "3", "1 2"], found);
    }

    private static async Task<string> FoundAsync(CrudOn<AlarmContext> alarms, MemberFilter filter)
    {
        ListRequest<Alarm, AlarmRow> request = new() { Filters = [filter] };
        Result<Page<AlarmRow>> page = await alarms.CallAsync(
            crud => crud.List(request), (crud, token) => crud.ListAsync(request, token));
        Assert.True(page.IsDone, $"{page}");
        return string.Join(' ', page.Value.Items.Select(row => row.Id).Order());
    }

    public sealed class AlarmContext(DbContextOptions<AlarmContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Alarm>(alarm =>
        {
            alarm.Property(row => row.Moment).HasConversion<string>();
            alarm.Property(row => row.Day).HasConversion<string>();
            alarm.Property(row => row.Time).HasConversion<string>();
        });
    }
}

public sealed class Alarm
{
    public int Id { get; set; }

    public DateTime Moment { get; set; }

    public DateOnly Day { get; set; }

    public TimeOnly Time { get; set; }

    public static Alarm At(DateTime moment) =>
        new() { Moment = moment, Day = DateOnly.FromDateTime(moment), Time = TimeOnly.FromDateTime(moment) };
}

[ProjectsFrom<Alarm>]
public sealed partial class AlarmRow
{
    public int Id { get; set; }

    public DateTime Moment { get; set; }

    public DateOnly Day { get; set; }

    public TimeOnly Time { get; set; }
}
