using System.Globalization;

namespace Shop;

/// <summary>The prices of a supplier, whose answer takes 50 ms.</summary>
public sealed class SupplierPrices(HttpClient supplier) : IPriceSource
{
    public decimal PriceOf(string article, CancellationToken cancellationToken)
    {
        using HttpRequestMessage request = new(HttpMethod.Get, $"prices/{article}");
        using HttpResponseMessage response = supplier.Send(request, cancellationToken);
        using StreamReader reader = new(response.Content.ReadAsStream(cancellationToken));
        return decimal.Parse(reader.ReadToEnd(), CultureInfo.InvariantCulture);
    }
}
