using Microsoft.CodeAnalysis;
using Syncopate.Scan.Tests.Rewriting;

namespace Syncopate.Scan.Tests.Rules;

/// <summary>What the code of the cases calls: source of its own beside each case.</summary>
internal static class Known
{
    private const string Usings = """
        global using System.Data.Common;
        global using Disk = System.IO.File;
        global using System.Diagnostics.CodeAnalysis;
        global using System.IO.Compression;
        global using System.Net;
        global using System.Net.Http.Json;
        global using System.Net.Sockets;
        global using System.Text.Json;
        global using Microsoft.AspNetCore.Builder;
        global using Microsoft.AspNetCore.Http;
        global using Microsoft.AspNetCore.Mvc;
        global using Microsoft.AspNetCore.SignalR;
        global using Microsoft.EntityFrameworkCore;
        global using Microsoft.Extensions.Caching.Distributed;
        global using Microsoft.Extensions.Caching.Memory;
        global using Microsoft.Extensions.DependencyInjection;
        global using Microsoft.Extensions.Hosting;
        """;

    private const string Store = """
        public sealed class Order { public int Id { get; set; } public string Name { get; set; } = ""; public List<int> Lines { get; set; } = []; }
        public sealed class Shop(DbContextOptions<Shop> options) : DbContext(options) { public DbSet<Order> Orders => Set<Order>(); }
        public sealed class Outcome<T>(T result) { public T Result { get; } = result; public void Wait() { } public Outcome<T> GetAwaiter() => this; public T GetResult() => Result; }
        public sealed class Box { public Task<string> Read { get; init; } = Task.FromResult(""); public string Result { get; set; } = ""; }
        public interface IStore
        {
            IQueryable<Order> Query();
            void Save();
            Task SaveAsync(CancellationToken token = default);
            void Note(string text);
            Task<int> CountAsync(int id);
        }
        public sealed class Rates(HttpClient http)
        {
            private static int s_last;
            public Task<string> GetAsync(string name) => http.GetStringAsync("/rates/" + name);
            public Task<string> ReadAgainAsync(string name) { s_last++; return http.GetStringAsync("/rates/" + name); }
            public Task SendAsync(string name) => http.PutAsync("/rates/" + name, null);
        }
        public sealed class Reports(IDbContextFactory<Shop> shops)
        {
            public async Task<int> CountAsync(int id)
            {
                await using Shop shop = await shops.CreateDbContextAsync();
                return await shop.Orders.CountAsync(order => order.Id == id);
            }
        }
        """;

    // The members that both classes of functions have; tasks in one, value tasks in the other.
    private const string Functions = """
        public static class CLASS
        {
            public static Shop Db => null!;
            public static IStore Store => null!;
            public static Rates Prices => null!;
            public static Reports Counts => null!;
            public static HttpClient Http => null!;
            public static Stream Source => null!;
            public static bool Maybe => Environment.ProcessorCount > 1;
            public static void Use(object? value) => Console.WriteLine(value);
            public static async TASK<string> ReadAsync(string path) => await File.ReadAllTextAsync(path);
            public static async TASK WriteAsync(string path) => await File.WriteAllTextAsync(path, "");
            public static TASK<int> OneAsync() => TASK.FromResult(1);
        }
        """;

    /// <summary>The files; parsed anew, as a tree belongs to one compilation.</summary>
    public static IReadOnlyList<SyntaxTree> Files() =>
    [
        Specimen.Parse(Usings, "Known.Usings.cs"),
        Specimen.Parse(Store, "Known.Store.cs"),
        Specimen.Parse(OfFunctions("Tasks", "Task"), "Known.Tasks.cs"),
        Specimen.Parse(OfFunctions("ValueTasks", "ValueTask"), "Known.ValueTasks.cs"),
    ];

    private static string OfFunctions(string name, string task) =>
        Functions.Replace("CLASS", name, StringComparison.Ordinal).Replace("TASK", task, StringComparison.Ordinal);
}
