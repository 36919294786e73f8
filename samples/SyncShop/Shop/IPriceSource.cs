namespace Shop;

public interface IPriceSource
{
    decimal PriceOf(string article, CancellationToken cancellationToken);
}
