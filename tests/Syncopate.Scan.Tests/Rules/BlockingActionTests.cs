using Syncopate.Analyzers;
using Xunit;

namespace Syncopate.Scan.Tests.Rules;

public sealed class BlockingActionTests
{
    [Theory]
    [InlineData("public class HomeController(Shop db) : Controller { public IActionResult List() => Ok([|db.Orders.ToList()|]); }")]
    [InlineData("public class HomeController(Shop db) : ControllerBase { [HttpPost] public IActionResult Put() { db.Orders.Add(new Order()); [|db.SaveChanges()|]; return Ok(); } }")]
    [InlineData("public class HomeController(IStore store) : ControllerBase { [HttpPost] public void Put() => [|store.Save()|]; }")]
    [InlineData("""[ApiController] public class Home { [HttpGet] public string Get() => [|ReadAsync("a").Result|]; }""")]
    [InlineData("public class HomeController : Controller { public void Get() => [|Thread.Sleep(1)|]; }")]
    [InlineData("public class HomeController(Shop db) : Controller { public IActionResult List() => Ok(new[] { 1 }.Select(id => [|db.Orders.Count(o => o.Id == id)|]).ToList()); }")]
    [InlineData("""public class Index : Microsoft.AspNetCore.Mvc.RazorPages.PageModel { public void OnGet() => Use([|Disk.ReadAllText("a")|]); }""")]
    [InlineData("""public class Menu : ViewComponent { public string Invoke() => [|Disk.ReadAllText("a")|]; }""")]
    [InlineData("""public class Chat : Hub { public void Say() => [|Disk.WriteAllText("a", "")|]; }""")]
    [InlineData("""public class Log(RequestDelegate next) { public Task Invoke(HttpContext context) => next(context); public void Note() { } } public class Other { public void Invoke(HttpContext context) => [|Disk.WriteAllText("a", "")|]; }""")]
    [InlineData("""public static class Routes { public static void Map(WebApplication app) => app.MapGet("/", (Shop db) => [|db.Orders.Count()|]); }""")]
    [InlineData("""public static class Routes { public static void Map(WebApplication app) => app.MapPost("/", Put); private static void Put(IStore store) => [|store.Save()|]; }""")]
    [InlineData("""public static class Routes { public static void Map(WebApplication app) => app.MapGroup("/a").MapGet("/b", () => [|Disk.ReadAllText("a")|]); }""")]
    public Task A_wait_in_a_sync_entry_of_a_request_is_reported(string types) => RuleCheck.TypesAsync(ScanRules.BlockingAction, types);

    [Theory]
    [InlineData("""public class HomeController : Controller { [NonAction] public string Get() => Disk.ReadAllText("a"); }""")]
    [InlineData("""public class HomeController : Controller { private string Get() => Disk.ReadAllText("a"); public int One() => Get().Length > 9 ? 1 : 2; }""")]
    [InlineData("public class HomeController : Controller { public IActionResult List() => Ok(new[] { 1 }.ToList()); }")]
    [InlineData("public class HomeController : Controller { public IActionResult List(List<Order> orders) { var first = orders.First(o => o.Id == 1); return Ok(first.Lines.ToArray()); } }")]
    [InlineData("public class HomeController(IStore store) : Controller { public void Put() => store.Note(\"a\"); }")]
    [InlineData("public class HomeController(Shop db) : Controller { public async Task<IActionResult> List() => Ok(await db.Orders.ToListAsync()); }")]
    [InlineData("""public class Home { public string Get() => Disk.ReadAllText("a"); }""")]
    [InlineData("""[NonController] public class HomeController : Controller { public string Get() => Disk.ReadAllText("a"); }""")]
    [InlineData("""public class HomeController : Controller { public static string Get() => Disk.ReadAllText("a"); }""")]
    public Task Other_methods_and_what_does_not_wait_are_not(string types) => RuleCheck.TypesAsync(ScanRules.BlockingAction, types);

    [Fact]
    public Task A_route_of_a_program_is_an_entry() => RuleCheck.ProgramAsync(ScanRules.BlockingAction, """
        var app = WebApplication.Create();
        app.MapGet("/orders/{id:int}", (int id, Shop db) => [|db.Orders.Single(o => o.Id == id)|]);
        app.MapGet("/names", Names);
        app.MapGet("/health", () => "well");
        app.Run();

        static string Names(Shop db) => [|db.Orders.First()|].Name;
        """);
}
