using Syncopate.Analyzers;
using Xunit;

namespace Syncopate.Scan.Tests.Rules;

public sealed class ChainRuleTests
{
    private const string Home = "public class HomeController(Books books) : Controller { public string Get() => books.Read(); } ";

    [Theory]
    [InlineData(Home + """public class Books { public string Read() => Deep(); private static string Deep() => [|Disk.ReadAllText("a")|]; }""")]
    [InlineData("""public class HomeController : Controller { public string Get() => Read(); private static string Read() => [|Disk.ReadAllText("a")|]; }""")]
    [InlineData(Home + """public class Books(Shop db) { public string Read() => [|db.Orders.First()|].Name; }""")]
    [InlineData("""public static class Routes { public static void Map(WebApplication app) => app.MapGet("/", () => Read()); private static string Read() => [|Disk.ReadAllText("a")|]; }""")]
    [InlineData("""public class Mailer : BackgroundService { protected override Task ExecuteAsync(CancellationToken token) { Send(); return Task.CompletedTask; } private static void Send() => [|Disk.WriteAllText("a", "")|]; }""")]
    [InlineData("""public interface IHandler<T> { Task Handle(T message); } public class OrderHandler : IHandler<int> { public Task Handle(int message) { Put(); return Task.CompletedTask; } private static void Put() => [|Disk.WriteAllText("a", "")|]; }""")]
    [InlineData("""public interface IBooks { string Read(); } public class Books : IBooks { public string Read() => [|Disk.ReadAllText("a")|]; } public class HomeController(IBooks books) : Controller { public string Get() => books.Read(); }""")]
    [InlineData("""public abstract class Books { public abstract string Read(); } public class Files : Books { public override string Read() => [|Disk.ReadAllText("a")|]; } public class HomeController(Books books) : Controller { public string Get() => books.Read(); }""")]
    [InlineData("""
        public interface IBooks<T> { string Read(); } public class Shelf<T> : IBooks<T> { public virtual string Read() => ""; } public class
        Files : Shelf<string> { public override string Read() => [|Disk.ReadAllText("a")|]; } public class HomeController(Shelf<string>
        books) : Controller { public string Get() => books.Read(); }
        """)]
    [InlineData("""
        public class HomeController : Controller { public void Get() => new Page(Disk.OpenRead("a")); public void Put() => new Page(new
        MemoryStream()); } public class Page { public Page(Stream text) => [|text.ReadExactly(new byte[1])|]; }
        """)]
    [InlineData("""
        public class HomeController : Controller { public void Get() => Page.Read(Disk.OpenRead("a"), new MemoryStream()); } public static
        class Page { public static void Read(Stream first, Stream other) => First(other: other, first: first); private static void
        First(Stream first, Stream other) => Use([|first.Read(new byte[1])|] + other.Read(new byte[1])); }
        """)]
    [InlineData("""
        public class HomeController : Controller { public void Get() => new Head(Disk.OpenRead("a")); public void Put() => new Page(new
        MemoryStream()); } public class Page { public Page(Stream text) => [|text.ReadExactly(new byte[1])|]; } public class Head : Page {
        public Head(Stream text) : base(text) { } }
        """)]
    [InlineData("""
        public abstract class Books { public abstract string Read(); public string All() => Read(); } public class Files : Books { public
        override string Read() => [|Disk.ReadAllText("a")|]; } public class HomeController(Files files) :
        Controller { public string Get() => files.All(); }
        """)]
    public Task A_leaf_that_an_entry_reaches_is_reported_once(string types) => RuleCheck.TypesAsync(ScanRules.Chain, types);

    [Theory]
    [InlineData("""public class Books { public string Read() => Disk.ReadAllText("a"); }""")]
    [InlineData(Home + """public class Books { public string Read() => Disk.ReadAllText("a"); public Task<string> ReadAsync() => Disk.ReadAllTextAsync("a"); }""")]
    [InlineData(Home + """public class Books { public string Read(Func<int, string>? before = null) => before?.Invoke(1) ?? Disk.ReadAllText("a"); public async Task<string> ReadAsync(Func<int, CancellationToken, Task<string>>? before = null) => before is null ? "" : await before(1, default); }""")]
    [InlineData(Home + """public class Books { public string Read() => new List<string> { "a" }.First(); }""")]
    [InlineData("""public class HomeController : Controller { [NonAction] public string Get() => Read(); private static string Read() => Disk.ReadAllText("a"); }""")]
    [InlineData(Home + """public class Books { public string Read() { new Thread(() => Disk.ReadAllText("a")).Start(); return ""; } }""")]
    [InlineData("""public class HomeController : Controller { public string Get() => nameof(Read); private static string Read() => Disk.ReadAllText("a"); }""")]
    [InlineData("""public class A { public void Run() => new B().Run(); } public class B { public void Run() { new A().Run(); Disk.ReadAllText("a"); } }""")]
    [InlineData(Home + """
        public class Books(Shop db) { public string Read() => Many().ToString()!; private IQueryable<Order>
        Many() => from order in db.Orders where db.Orders.Any(other => other.Id == order.Id) select order; }
        """)]
    [InlineData(Home + """
        public class Books(Shop db) { public string Read() => Many().ToString()!; private
        IQueryable<object> Many() => from order in db.Orders select new { order, First = (from other in
        db.Orders where other.Id == order.Id select other).First() }; }
        """)]
    [InlineData("""
        public class Books { public virtual string Read() => ""; } public class Files : Books { public override string Read() =>
        Disk.ReadAllText("a"); } public class Lists : Books { public override string Read() => base.Read(); } public class
        HomeController(Lists lists) : Controller { public string Get() => lists.Read(); }
        """)]
    [InlineData("""
        public interface IBooks<T> { string Read(); } public class Shelf<T> : IBooks<T> { public virtual string Read() => ""; } public class
        Files : Shelf<int> { public override string Read() => Disk.ReadAllText("a"); } public class HomeController(Shelf<string> books) :
        Controller { public string Get() => books.Read(); }
        """)]
    [InlineData("""
        public class Books { public virtual string Read() => ""; } public class Files : Books { public override string Read() =>
        Disk.ReadAllText("a"); } public class Lists : Books { public string All() => Read(); } public class HomeController(Lists
        lists) : Controller { public string Get() => lists.All(); }
        """)]
    [InlineData("""
        public interface IViewer { Task Show(string text); } public class ShowHub : Hub<IViewer> { public Task Send() =>
        Clients.All.Show("a"); public Task Answer() { IViewer viewer = Clients.Caller; return viewer.Show("b"); } } public class Viewer :
        IViewer { public Task Show(string text) { Put(); return Task.CompletedTask; } private static void Put() =>
        Disk.WriteAllText("a", ""); }
        """)]
    [InlineData("""
        public class HomeController : Controller { public void Get() => new Head(new MemoryStream()); public void Put() => new Page(new
        MemoryStream()); } public class Page { public Page(Stream text) => text.ReadExactly(new byte[1]); } public class Head : Page {
        public Head(Stream text) : base(text) { } }
        """)]
    [InlineData("""
        public class HomeController : Controller { public void Get(Book book) => book.Read(); } public abstract class Part { public abstract
        void Read(Stream text); } public class Line : Part { public override void Read(Stream text) => Deep(text, 3); private static void
        Deep(Stream text, int more) { using var reader = new StreamReader(text); reader.ReadLine(); if (more > 0) Deep(text, more - 1); }
        } public class Book(Part part) { public void Read() { using Stream text = new MemoryStream(); part.Read(text); } }
        """)]
    [InlineData("""
        public class Reader : BackgroundService { protected override Task ExecuteAsync(CancellationToken token) { new Thread(Read).Start();
        new Thread(new ThreadStart(Read)).Start(); new Thread(() => Read()).Start(); return Task.CompletedTask; } private static void Read()
        => Disk.ReadAllText("a"); }
        """)]
    public Task What_nobody_reaches_and_what_has_a_twin_is_not(string types) => RuleCheck.TypesAsync(ScanRules.Chain, types);

    [Fact]
    public Task Calls_in_a_circle_end() => RuleCheck.TypesAsync(ScanRules.Chain, """
        public class HomeController : Controller { public int Get(int n) => One(n); private static int One(int n) => n > 0 ? Two(n) : 0;
        private static int Two(int n) { [|Disk.WriteAllText("a", "")|]; return One(n - 1); } }
        """);
}
