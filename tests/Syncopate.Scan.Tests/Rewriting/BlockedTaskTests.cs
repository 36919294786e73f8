using Syncopate.Analyzers;
using Xunit;

namespace Syncopate.Scan.Tests.Rewriting;

public sealed class BlockedTaskTests
{
    [Theory]
    [InlineData("int n = [|ReadAsync().Result|];", "int n = await ReadAsync();")]
    [InlineData("[|ReadAsync().Wait()|];", "await ReadAsync();")]
    [InlineData("int n = [|ReadAsync().GetAwaiter().GetResult()|];", "int n = await ReadAsync();")]
    [InlineData("int n = [|ReadAsync().ConfigureAwait(false).GetAwaiter().GetResult()|];", "int n = await ReadAsync().ConfigureAwait(false);")]
    [InlineData("string s = [|ReadAsync().Result|].ToString();", "string s = (await ReadAsync()).ToString();")]
    [InlineData("int n = -[|ReadAsync().Result|] + 1;", "int n = -await ReadAsync() + 1;")]
    [InlineData("int n = [|ReadAsync().Result|] + [|ReadAsync().Result|];", "int n = await ReadAsync() + await ReadAsync();")]
    [InlineData("string s = [|TextAsync([|ReadAsync().Result|]).Result|].Trim();", "string s = (await TextAsync(await ReadAsync())).Trim();")]
    [InlineData("string s = [|[|NestedAsync().Result|].TextAsync(1).Result|].Trim();", "string s = (await (await NestedAsync()).TextAsync(1)).Trim();")]
    [InlineData("[|Task.WaitAll(ReadAsync(), ReadAsync())|];", "await Task.WhenAll(ReadAsync(), ReadAsync());")]
    [InlineData("[|ReadAsync().Wait(token)|];", "await ReadAsync().WaitAsync(token);")]
    [InlineData("int n = [|ValueAsync().Result|];", "int n = await ValueAsync();")]
    [InlineData("int n = [|ValueAsync().AsTask().Result|];", "int n = await ValueAsync().AsTask();")]
    [InlineData("string s = [|TextAsync(1).Result|]!.Trim();", "string s = (await TextAsync(1))!.Trim();")]
    [InlineData("int n = ReadAsync()\n            // Long.\n            [|.Result|];", "int n = await ReadAsync()\n            // Long.\n            ;")]
    [InlineData("_kept?[|.Wait()|];", null)]
    [InlineData("if ([|ReadAsync().Wait(100)|]) return;", null)]
    [InlineData("int? n = _kept?[|.Result|];", null)]
    [InlineData("try { [|ReadAsync().Wait()|]; } catch (AggregateException) { }", null)]
    [InlineData("lock (this) { [|ReadAsync().Wait()|]; }", null)]
    [InlineData("List<int> l = new[] { 1 }.Select(x => [|TextAsync(x).Result|].Length).ToList();", null)]
    [InlineData("try { } catch (Exception) when ([|ReadAsync().Result|] > 1) { }", null)]
    [InlineData("List<int> l = (from x in new[] { 1 } select [|ReadAsync().Result|]).ToList();", null)]
    [InlineData("List<int> l = (from x in [|ListAsync().Result|] select x).ToList();", "List<int> l = (from x in await ListAsync() select x).ToList();")]
    [InlineData("System.Linq.Expressions.Expression<Func<int>> e = () => [|ReadAsync().Result|];", null)]
    [InlineData("unsafe { int n = [|ReadAsync().Result|]; }", null)]
    [InlineData("Span<int> span = stackalloc int[2]; span[0] = [|ReadAsync().Result|]; span[1] = 2;", null)]
    public void In_an_async_method(string before, string? after)
    {
        if (after is null)
            Specimen.Stays(ScanRules.BlockingOnTask, InMethod(before), "");
        else
            Specimen.Becomes(ScanRules.BlockingOnTask, InMethod(before), InMethod(after));
    }

    [Fact]
    public void In_a_lambda_that_returns_a_task() => Specimen.Becomes(
        ScanRules.BlockingOnTask,
        InMethod("Func<Task<int>> f = () => Task.FromResult([|ReadAsync().Result|]); await f();"),
        InMethod("Func<Task<int>> f = async () => await ReadAsync(); await f();"));

    [Fact]
    public void In_a_local_function_whose_calls_follow() => Specimen.Becomes(
        ScanRules.BlockingOnTask,
        InMethod("int Local() => [|ReadAsync().Result|];\n        Console.WriteLine(Local() + 1);"),
        InMethod("async Task<int> LocalAsync() => await ReadAsync();\n        Console.WriteLine(await LocalAsync() + 1);"));

    private static string InMethod(string statements) => $$"""
        class C
        {
            private readonly Task<int>? _kept;

            public async Task M(CancellationToken token)
            {
                {{statements}}
                await Task.Yield();
            }

            private Task<int> ReadAsync() => Task.FromResult(1);
            private Task<string> TextAsync(int n) => Task.FromResult("");
            private Task<C> NestedAsync() => Task.FromResult(this);
            private ValueTask<int> ValueAsync() => new(1);
            private Task<List<int>> ListAsync() => Task.FromResult(new List<int>());
        }
        """;
}
