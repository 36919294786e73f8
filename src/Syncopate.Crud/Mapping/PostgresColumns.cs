using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>Tells the columns of PostgreSQL from those of others that have the same types by name and keep more. No provider is
/// referenced here.</summary>
internal static class PostgresColumns
{
    public static bool Has(IProperty column) =>
        column.FindRelationalTypeMapping()?.GetType().Namespace is { } provider
        && provider.Contains("PostgreSQL", StringComparison.Ordinal);
}
