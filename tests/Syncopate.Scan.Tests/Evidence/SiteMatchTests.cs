using Syncopate.Scan.Evidence;
using Syncopate.Scan.Tests.Reporting;
using Xunit;

namespace Syncopate.Scan.Tests.Evidence;

public sealed class SiteMatchTests
{
    private static readonly Finding[] All = [ScanSpecimen.Save, ScanSpecimen.Price, ScanSpecimen.Find, ScanSpecimen.Cancel,
        ScanSpecimen.Sleep];

    [Theory]
    [InlineData("/build/src/Shop/OrderService.cs", 16, "context.SaveChanges()")]
    [InlineData("C:\\agent\\Shop\\OrderService.cs", 17, "context.SaveChanges()")]
    [InlineData("/build/src/Shop/OrderService.cs", 15, "context.SaveChanges()")]
    [InlineData("/build/src/Shop/OrderService.cs", 14, null)]
    [InlineData("/build/src/Shop/OrderService.cs", 18, null)]
    [InlineData("/build/src/Shop/Other.cs", 16, null)]
    public void A_line_is_found_in_the_file_whose_path_ends_alike(string file, int line, string? call) =>
        Assert.Equal(call, Found(Watched.Site with { File = file, Line = line }));

    [Fact]
    public void Of_two_files_of_one_name_that_with_more_of_the_path_is_meant()
    {
        Finding other = ScanSpecimen.Save with { Place = ScanSpecimen.At("Mail/OrderService.cs", 16, 1, 9), Call = "other" };

        Assert.Equal("other", Found(Watched.Site with { File = "/src/Mail/OrderService.cs" }, [ScanSpecimen.Save, other]));
        Assert.Equal("context.SaveChanges()", Found(Watched.Site with { File = "/src/Shop/OrderService.cs" }, [other, ScanSpecimen.Save]));
    }

    [Fact]
    public void Of_two_calls_on_neighbouring_lines_the_nearer_one_is_meant()
    {
        Assert.Equal("orders.FindAsync(id).Result",
            Found(Watched.Site with { File = "OrdersController.cs", Line = 20, Place = "OrdersController.Cancel", Call = "Task.Result" }));
        Assert.Equal("Thread.Sleep(100)",
            Found(Watched.Site with { File = "OrdersController.cs", Line = 21, Place = "OrdersController.Cancel", Call = "Thread.Sleep" }));
    }

    [Theory]
    [InlineData("OrderService.Save")]
    [InlineData("Shop.OrderService.Save")]
    [InlineData("Shop.OrderService+<Save>d__4.MoveNext")]
    [InlineData("Shop.OrderService+<>c.<Save>b__0")]
    [InlineData("Shop.OrderService.<Save>g__Write|3_0")]
    [InlineData("OrderService.Save.Write")]
    public void Without_a_line_type_and_method_do_as_they_are_written(string place) =>
        Assert.Equal("context.SaveChanges()", Found(Watched.Site with { File = null, Line = null, Place = place }));

    [Theory]
    [InlineData("OtherService.Save")]
    [InlineData("OrderService.SaveAll")]
    [InlineData("Save")]
    public void Another_type_or_method_is_not_it(string place) =>
        Assert.Null(Found(Watched.Site with { File = null, Line = null, Place = place, Route = null }));

    [Fact]
    public void Of_several_calls_in_a_member_the_one_that_is_named_is_meant()
    {
        BlockedSite sleep = Watched.Site with { File = null, Line = null, Place = "OrdersController.Cancel", Call = "Thread.Sleep" };

        Assert.Equal("Thread.Sleep(100)", Found(sleep));
        Assert.Equal(1, new SiteMatch(All).Find(sleep with { Call = "Monitor.Wait" })?.Others);
    }

    [Fact]
    public void A_place_that_is_only_known_by_its_route_is_found_by_entry_and_call()
    {
        BlockedSite inlined = Watched.Site with
        {
            File = null,
            Line = null,
            Place = "GET /orders/5",
            Route = "GET /orders/5",
            Call = "Queryable.FirstOrDefault"
        };

        Assert.Equal("context.Orders.FirstOrDefault(o => o.Id == id)", Found(inlined));
        Assert.Null(Found(inlined with { Call = "Thread.Sleep" }));
    }

    [Theory]
    [InlineData("GET /orders/{id}", "GET /orders/5?full=1", true)]
    [InlineData("GET /orders/{id}", "GET /orders", false)]
    [InlineData("GET /orders/{id?}", "GET /orders", true)]
    [InlineData("GET /orders/{id}", "POST /orders/5", false)]
    [InlineData("GET /files/{*rest}", "GET /files/a/b", true)]
    [InlineData("GET /Orders", "GET /orders", true)]
    [InlineData("GET /", "GET /", true)]
    [InlineData("hosted service Mailer", "GET /", false)]
    public void A_request_goes_to_the_entry_whose_route_it_fits(string entry, string route, bool fits) =>
        Assert.Equal(fits, RouteText.Matches(entry, route));

    private static string? Found(BlockedSite site, Finding[]? findings = null) => new SiteMatch(findings ?? All).Find(site)?.Finding.Call;
}
