using Microsoft.AspNetCore.Mvc;

namespace Shop;

[ApiController]
[Route("orders")]
public sealed class OrdersController(OrderService orders) : ControllerBase
{
    private static readonly string[] Articles = ["chair", "lamp", "table"];

    [HttpGet("{id}")]
    public ActionResult<Offer> Get(int id, CancellationToken cancellationToken)
    {
        if (id < 1 || id > Articles.Length)
            return NotFound();
        return orders.Find(Articles[id - 1], cancellationToken);
    }
}
