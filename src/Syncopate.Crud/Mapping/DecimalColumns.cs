using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;

namespace Syncopate.Crud.Mapping;

/// <summary>How many digits a column of numbers has.</summary>
internal static class DecimalColumns
{
    // Npgsql sends cents. A server whose currency has none, or mills, keeps another number of them.
    private const int MoneyScale = 2;

    /// <summary>All of them; null where the column has no limit.</summary>
    public static int? Precision(IProperty column) => column.GetPrecision() ?? column.FindRelationalTypeMapping()?.Precision;

    /// <summary>Those after the point; null where the column has no limit, or the application converts its values.</summary>
    public static int? Scale(IProperty column)
    {
        RelationalTypeMapping? mapping = column.FindRelationalTypeMapping();
        if (mapping?.Converter is not null && column.GetValueConverter() is not null)
            return null;
        if (mapping?.StoreType is "money" && PostgresColumns.Has(column))
            return MoneyScale;
        return column.GetScale() ?? mapping?.Scale ?? (Precision(column) is null ? null : 0);
    }
}
