using System.Globalization;

namespace Shop;

/// <summary>Our own prices: a file, one article a line.</summary>
public sealed class PriceList(IHostEnvironment site) : IPriceSource
{
    public decimal PriceOf(string article, CancellationToken cancellationToken)
    {
        string[] lines = File.ReadAllLines(Path.Combine(site.ContentRootPath, "prices.txt"));
        string line = lines.First(each => each.StartsWith(article + " ", StringComparison.Ordinal));
        return decimal.Parse(line[article.Length..], CultureInfo.InvariantCulture);
    }
}
