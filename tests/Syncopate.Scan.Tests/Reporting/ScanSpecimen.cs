using System.Globalization;
using Syncopate.Reporting;
using Syncopate.Scan.Baselines;

namespace Syncopate.Scan.Tests.Reporting;

/// <summary>A scan as it might be: of a shop with controllers, stores and a job, some of which block.</summary>
internal static class ScanSpecimen
{
    public static readonly ReportTool Tool = new("syncopate", "1.2.3");

    /// <summary>The sources that the places of <see cref="Result"/> lie in, by their names.</summary>
    public static readonly IReadOnlyDictionary<string, string> Sources = new Dictionary<string, string>
    {
        ["Shop/OrdersController.cs"] = """
            using Microsoft.AspNetCore.Mvc;

            namespace Shop;

            public class OrdersController(OrderService orders) : Controller
            {
                [HttpPost("/orders")]
                public IActionResult Add(Order order)
                {
                    orders.Place(order);
                    return Ok(order.Id);
                }

                [HttpGet("/orders/{id}")]
                public IActionResult Get(int id) => Ok(orders.Find(id));

                [HttpDelete("/orders/{id}")]
                public async Task<IActionResult> Cancel(int id)
                {
                    Order order = orders.FindAsync(id).Result;
                    Thread.Sleep(100);
                    await orders.CancelAsync(order);
                    return NoContent();
                }
            }

            """,
        ["Shop/OrderService.cs"] = """
            namespace Shop;

            public class OrderService(ShopContext context, IPriceClient prices)
            {
                public void Place(Order order)
                {
                    order.Total = prices.GetAsync(order.Items).GetAwaiter().GetResult();
                    Save(order);
                }

                public Order? Find(int id) => context.Orders.FirstOrDefault(o => o.Id == id);

                private void Save(Order order)
                {
                    context.Orders.Add(order);
                    context.SaveChanges();
                }

                public async Task<Invoice> InvoiceAsync(int id)
                {
                    Customer customer = await crm.GetAsync(id);
                    Rates rates = await prices.RatesAsync();
                    return new Invoice(customer, rates);
                }
            }

            """,
    };

    /// <summary>The findings, with fingerprints, in the order in which a scan gives them.</summary>
    public static ScanResult Result(string root = "/src/shop") => ScanRanking.Sort(new ScanResult
    {
        Target = root + "/Shop.slnx",
        Root = root,
        Findings = Fingerprints.Fill([Save, Price, Find, Cancel, Sleep, Sequential, Silenced]),
        Entries =
        [
            new("POST /orders", "action", At("Shop/OrdersController.cs", 8, 26, 29), 2),
            new("GET /orders/{id}", "action", At("Shop/OrdersController.cs", 15, 26, 29), 1),
            new("DELETE /orders/{id}", "action", At("Shop/OrdersController.cs", 18, 38, 44), 2),
        ],
        Notices = ["Shop.Legacy was not restored: 12 packages are missing, so calls into them are not understood. Run dotnet restore and "
            + "scan again."],
        Size = new ScanSize(3, 42, 5_120, 1_000, 973, TimeSpan.FromSeconds(2.5), TimeSpan.FromSeconds(3.25)),
    });

    public static Finding Save => new()
    {
        Rule = "SYNC2005",
        Level = FindingLevel.Warning,
        Message = "`context.SaveChanges()` blocks the thread of POST /orders until the database has answered; `SaveChangesAsync()` "
            + "does not.",
        Place = At("Shop/OrderService.cs", 16, 9, 30),
        Project = "Shop",
        Member = "OrderService.Save(Order)",
        Call = "context.SaveChanges()",
        Instead = "SaveChangesAsync",
        Chain =
        [
            new("POST /orders", "orders.Place(order)", At("Shop/OrdersController.cs", 10, 9, 28)),
            new("OrderService.Place(Order)", "Save(order)", At("Shop/OrderService.cs", 8, 9, 20)),
            new("OrderService.Save(Order)", "context.SaveChanges()", At("Shop/OrderService.cs", 16, 9, 30)),
        ],
        Entries = ["POST /orders"],
        Cautions = ["The whole chain becomes asynchronous: Save, Place and the action."],
        Fingerprint = "",
    };

    public static Finding Price => Save with
    {
        Rule = "SYNC2001",
        Message = "`GetAwaiter().GetResult()` blocks the thread of POST /orders until the prices have come.",
        Place = At("Shop/OrderService.cs", 7, 23, 76),
        Member = "OrderService.Place(Order)",
        Call = "prices.GetAsync(order.Items).GetAwaiter().GetResult()",
        Instead = null,
        Chain =
        [
            new("POST /orders", "orders.Place(order)", At("Shop/OrdersController.cs", 10, 9, 28)),
            new("OrderService.Place(Order)", "prices.GetAsync(order.Items).GetAwaiter().GetResult()",
                At("Shop/OrderService.cs", 7, 23, 76)),
        ],
        Cautions = [],
    };

    public static Finding Find => Save with
    {
        Message = "`FirstOrDefault()` blocks the thread of GET /orders/{id} until the database has answered.",
        Place = At("Shop/OrderService.cs", 11, 35, 82),
        Member = "OrderService.Find(int)",
        Call = "context.Orders.FirstOrDefault(o => o.Id == id)",
        Instead = "FirstOrDefaultAsync",
        Chain =
        [
            new("GET /orders/{id}", "orders.Find(id)", At("Shop/OrdersController.cs", 15, 41, 56)),
            new("OrderService.Find(int)", "context.Orders.FirstOrDefault(o => o.Id == id)", At("Shop/OrderService.cs", 11, 35, 82)),
        ],
        Entries = ["GET /orders/{id}"],
        Cautions = [],
    };

    public static Finding Cancel => Save with
    {
        Rule = "SYNC2001",
        Message = "`.Result` blocks the thread of DELETE /orders/{id} until the order has been read; `await` does not.",
        Place = At("Shop/OrdersController.cs", 20, 23, 50),
        Member = "OrdersController.Cancel(int)",
        Call = "orders.FindAsync(id).Result",
        Instead = null,
        Chain = [new("DELETE /orders/{id}", "orders.FindAsync(id).Result", At("Shop/OrdersController.cs", 20, 23, 50))],
        Entries = ["DELETE /orders/{id}"],
        Cautions = [],
        Fix = new("Await FindAsync(id)",
            [new(At("Shop/OrdersController.cs", 20, 23, 23), "await "), new(At("Shop/OrdersController.cs", 20, 43, 50), "")]),
    };

    public static Finding Sleep => Cancel with
    {
        Rule = "SYNC2003",
        Message = "`Thread.Sleep(100)` keeps a thread of the pool for nothing; `await Task.Delay(100)` gives it back.",
        Place = At("Shop/OrdersController.cs", 21, 9, 26),
        Call = "Thread.Sleep(100)",
        Instead = "Task.Delay",
        Chain = [new("DELETE /orders/{id}", "Thread.Sleep(100)", At("Shop/OrdersController.cs", 21, 9, 26))],
        Fix = new("Await Task.Delay(100)", [new(At("Shop/OrdersController.cs", 21, 9, 21), "await Task.Delay")]),
    };

    public static Finding Sequential => Save with
    {
        Rule = "SYNC2006",
        Level = FindingLevel.Note,
        Message = "`crm.GetAsync(id)` and `prices.RatesAsync()` do not need each other, and the second waits for the first.",
        Place = new("Shop/OrderService.cs", 21, 29, 22, 47),
        Member = "OrderService.InvoiceAsync(int)",
        Call = "await crm.GetAsync(id)",
        Instead = null,
        Chain = [],
        Entries = [],
        Cautions = ["The second call then also runs when the first one throws."],
    };

    public static Finding Silenced => Sleep with
    {
        Place = At("Shop/Job.cs", 5, 9, 26),
        Member = "Job.Run()",
        Chain = [],
        Entries = [],
        Fix = null,
        Suppressed = new("inSource", "A thread of its own")
    };

    public static Place At(string file, int line, int from, int to) => new(file, line, from, line, to);

    /// <summary>As many findings, each in a member of its own.</summary>
    public static ScanResult Many(int count) => Result() with
    {
        Findings = Fingerprints.Fill([.. Enumerable.Range(0, count).Select(i => Save with
        {
            Member = string.Create(CultureInfo.InvariantCulture, $"OrderService.Save{i}(Order)"),
            Place = At("Shop/OrderService.cs", 16, 9, 30),
        })]),
    };
}
