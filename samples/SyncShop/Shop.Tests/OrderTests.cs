using Microsoft.AspNetCore.Mvc;
using Xunit;

namespace Shop.Tests;

public sealed class OrderTests
{
    private readonly OrderService _orders = new([new FixedPrice(12m), new FixedPrice(11m)]);

    [Fact]
    public void An_offer_has_the_lowest_price()
    {
        Offer offer = _orders.Find("lamp", TestContext.Current.CancellationToken);

        Assert.Equal(new Offer("lamp", 11m), offer);
    }

    [Fact]
    public void The_second_order_is_a_lamp()
    {
        ActionResult<Offer> answer = new OrdersController(_orders).Get(2, TestContext.Current.CancellationToken);

        Assert.Equal("lamp", answer.Value?.Article);
    }

    private sealed class FixedPrice(decimal price) : IPriceSource
    {
        public decimal PriceOf(string article, CancellationToken cancellationToken) => price;
    }
}
