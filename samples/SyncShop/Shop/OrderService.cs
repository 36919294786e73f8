namespace Shop;

/// <summary>Offers an article at the lowest price that anybody asks for it.</summary>
public sealed class OrderService(IEnumerable<IPriceSource> sources)
{
    public Offer Find(string article, CancellationToken cancellationToken)
    {
        decimal lowest = decimal.MaxValue;
        foreach (IPriceSource source in sources)
            lowest = Math.Min(lowest, source.PriceOf(article, cancellationToken));
        return new Offer(article, lowest);
    }
}

/// <summary>What an article costs.</summary>
public sealed record Offer(string Article, decimal Price);
