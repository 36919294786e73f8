using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace FeedService.Database;

/// <summary>SQLite keeps no kind with a date; all of ours are UTC, and so are they when they come back.</summary>
internal sealed class UtcDateTime() : ValueConverter<DateTime, DateTime>(
    written => written,
    read => DateTime.SpecifyKind(read, DateTimeKind.Utc));
