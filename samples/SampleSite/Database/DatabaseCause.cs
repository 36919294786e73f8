using System.Data.Common;

namespace SampleSite.Database;

/// <summary>Finds what the provider said: EF Core wraps it once for a save and once more where it suggests a retry.</summary>
internal static class DatabaseCause
{
    /// <summary>The provider's exception; null when the database is not behind it, and when a visitor has left: Npgsql puts the
    /// database's word for a cancelled command inside the cancellation.</summary>
    public static DbException? Of(Exception? exception)
    {
        while (exception is not (null or DbException or OperationCanceledException))
            exception = exception.InnerException;

        return exception as DbException;
    }
}
