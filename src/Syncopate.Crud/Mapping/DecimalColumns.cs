using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;

namespace Syncopate.Crud.Mapping;

/// <summary>How many digits a column of numbers has.</summary>
internal static class DecimalColumns
{
    // Npgsql sends cents. A server whose currency has none, or mills, keeps another number of them.
    private const int MoneyScale = 2;

    // Npgsql throws for another one, and only when it sends it.
    private const decimal LeastMoney = -92_233_720_368_547_758.08m;
    private const decimal MostMoney = 92_233_720_368_547_758.07m;

    /// <summary>All of them; null where the column has no limit.</summary>
    public static int? Precision(IProperty column) => column.GetPrecision() ?? column.FindRelationalTypeMapping()?.Precision;

    /// <summary>Those after the point; null where the column has no limit, or the application converts its values.</summary>
    public static int? Scale(IProperty column)
    {
        RelationalTypeMapping? mapping = column.FindRelationalTypeMapping();
        if (mapping?.Converter is not null && column.GetValueConverter() is not null)
            return null;
        if (IsMoney(column))
            return MoneyScale;
        return column.GetScale() ?? mapping?.Scale ?? (Precision(column) is null ? null : 0);
    }

    /// <summary>True for PostgreSQL's money, whose values the application does not convert.</summary>
    public static bool IsMoney(IProperty column) => column.GetValueConverter() is null
        && column.FindRelationalTypeMapping()?.StoreType is "money" && PostgresColumns.Has(column);

    /// <summary>True for an amount that money cannot be.</summary>
    /// <param name="column">Any.</param>
    /// <param name="number">Of that column.</param>
    public static bool IsTooLargeForMoney(IProperty column, decimal number) =>
        number is < LeastMoney or > MostMoney && IsMoney(column);
}
