using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Analyzers;
using Syncopate.Scan.Tests.Rewriting;
using Xunit;

namespace Syncopate.Scan.Tests.Rules;

public sealed class BlockingOnTaskTests
{
    [Theory]
    [InlineData("""Use([|ReadAsync("a").Result|]);""")]
    [InlineData("""Use([|ReadAsync("a").GetAwaiter().GetResult()|]);""")]
    [InlineData("""[|WriteAsync("a").GetAwaiter().GetResult()|];""")]
    [InlineData("""Use([|ReadAsync("a").ConfigureAwait(false).GetAwaiter().GetResult()|]);""")]
    [InlineData("""var read = ReadAsync("a"); await read~; read = ReadAsync("b"); Use([|read.Result|]);""")]
    [InlineData("""var read = ReadAsync("a"); if (Maybe) await read~; Use([|read.Result|]);""")]
    [InlineData("""var read = ReadAsync("a"); if (!read.IsCompleted) Use([|read.Result|]);""")]
    [InlineData("""var read = ReadAsync("a"); Use(read.IsCompleted ? "" : [|read.Result|]);""")]
    [InlineData("""var read = ReadAsync("a"); if (!read.IsCompleted) Use(1); Use([|read.Result|]);""")]
    [InlineData("""var read = ReadAsync("a"); while (Maybe) { await read~; break; } Use([|read.Result|]);""")]
    [InlineData("""var read = ReadAsync("a"); switch (Environment.ProcessorCount) { case 1: await read~; break; } Use([|read.Result|]);""")]
    [InlineData("""var read = ReadAsync("a"); Use(Maybe && (await read~).Length > 1); Use([|read.Result|]);""")]
    [InlineData("""var a = ReadAsync("a"); var b = ReadAsync("b"); await a~; Use([|b.Result|]);""")]
    [InlineData("""var read = ReadAsync("a"); Func<Task> late = async () => await read~; Use(late); Use([|read.Result|]);""")]
    public Task A_wait_for_a_task_that_may_still_run_is_reported(string statements) =>
        RuleCheck.StatementsAsync(ScanRules.BlockingOnTask, statements, TopLevel.Note);

    [Theory]
    [InlineData("""[|WriteAsync("a").Wait()|];""")]
    [InlineData("""var read = ReadAsync("a"); Use([|read.Result|]); Use(read.Result); if (read.Result.Length > 1) Use(read.Result);""")]
    [InlineData("""var read = ReadAsync("a"); if ([|read.GetAwaiter().GetResult()|].Length > 1) Use(read.Result); Use(read.Result);""")]
    [InlineData("""var read = ReadAsync("a"); Use([|read.Result|]); read = ReadAsync("b"); Use([|read.Result|]);""")]
    [InlineData("""var read = ReadAsync("a"); Use(Maybe ? [|read.Result|] : ""); Use([|read.Result|]);""")]
    [InlineData("""var read = ReadAsync("a"); if (Maybe) Use([|read.Result|]); Use([|read.Result|]);""")]
    [InlineData("""var read = ReadAsync("a"); Use([|read.Result|].Length + read.Result.Length);""")]
    [InlineData("""var read = ReadAsync("a"); Use(Math.Max([|read.Result|].Length, read.GetAwaiter().GetResult().Length));""")]
    [InlineData("""var read = ReadAsync("a"); Use([|read.Result|].Length > 1 && read.Result.Length > 2);""")]
    [InlineData("""var read = ReadAsync("a"); Use(Maybe && [|read.Result|].Length > 1); Use([|read.Result|]);""")]
    [InlineData("""var read = ReadAsync("a"); var other = ReadAsync("b"); Use([|read.Result|] + [|other.Result|] + read.Result);""")]
    [InlineData("""[|WriteAsync("a").Wait(100)|];""")]
    [InlineData("""[|Task.WaitAll(ReadAsync("a"), ReadAsync("b"))|];""")]
    [InlineData("""[|Task.WaitAny(ReadAsync("a"), ReadAsync("b"))|];""")]
    [InlineData("""Use(ReadAsync("a")?[|.Result|]);""")]
    [InlineData("""Use(new[] { "a" }.Select(async path => (await ReadAsync(path)~).Length).Sum(t => [|t.Result|]));""")]
    [InlineData("""Use(new[] { "a" }.Select(async path => await ReadAsync(path)~).Select(t => [|t.Result|]).ToList());""")]
    [InlineData("""Use(new[] { "a" }.Select(async path => await ReadAsync(path)~).SelectMany(t => [|t.Result|]).ToList());""")]
    [InlineData("""var a = ReadAsync("a"); var b = ReadAsync("b"); if (await Task.WhenAny(a, b)~ == a) Use([|b.Result|]);""")]
    [InlineData("""var a = ReadAsync("a"); var b = ReadAsync("b"); await Task.WhenAny(a, b)~; Use([|a.Result|] + [|b.Result|]);""")]
    [InlineData("""var a = ReadAsync("a"); var b = ReadAsync("b"); var all = Task.WhenAll(a, b); Use([|a.Result|]); await all~;""")]
    [InlineData("""var a = ReadAsync("a"); var late = ReadAsync("b"); await Task.WhenAll(a)~; Use(a.Result + [|late.Result|]);""")]
    [InlineData("""var reads = new[] { "a" }.Select(ReadAsync).ToArray(); if (Maybe) await Task.WhenAll(reads)~; Use(reads.Select(r => [|r.Result|]).ToList());""")]
    [InlineData("""var read = ReadAsync("a"); try { await read~; read = ReadAsync("b"); } finally { } Use([|read.Result|]);""")]
    [InlineData("""
        var read = ReadAsync("a"); bool isDone = read.IsCompleted; if (Maybe) isDone = true; if (isDone) Use([|read.Result|]);
        """)]
    [InlineData("""var read = ReadAsync("a"); bool isDone = read.IsCompleted; if (!isDone) Use([|read.Result|]);""")]
    [InlineData("""var reads = new[] { ReadAsync("a") }; Use(reads[[|Task.WaitAny(reads)|]].Result);""")]
    [InlineData("""var reads = new[] { ReadAsync("a") }; int i = [|Task.WaitAny(reads)|]; var read = reads[i]; Use(read.Result);""")]
    [InlineData("""
        var reads = new[] { ReadAsync("a") }; var other = new[] { ReadAsync("b") }; int i = [|Task.WaitAny(reads)|];
        Use([|other[i].Result|]);
        """)]
    [InlineData("""
        var read = ReadAsync("a"); Use(read.Status switch { TaskStatus.Running => [|read.Result|], TaskStatus.RanToCompletion =>
        read.Result, _ => [|read.Result|] });
        """)]
    [InlineData("""
        var read = ReadAsync("a"); switch (read.Status) { case TaskStatus.RanToCompletion: Use(read.Result); break; default:
        Use([|read.Result|]); break; }
        """)]
    public Task A_wait_for_one_of_several_tasks_that_may_still_run_is_reported(string statements) =>
        RuleCheck.StatementsAsync(ScanRules.BlockingOnTask, statements, TopLevel.Note, hasValues: false);

    [Theory]
    [InlineData("""var read = ReadAsync("a"); await read~; Use(read.Result);""")]
    [InlineData("""var read = ReadAsync("a"); Use(await read~); await Task.Delay(1)~; Use(read.Result);""")]
    [InlineData("""var read = ReadAsync("a"); try { await read~; } catch (IOException) { } Use(read.Result);""")]
    [InlineData("""var read = ReadAsync("a"); if (read.IsCompleted) Use(read.Result);""")]
    [InlineData("""var read = OneAsync(); await read~; Use(read.Result); Use(read.Result);""")]
    [InlineData("""var read = ReadAsync("a"); if (read.IsCompletedSuccessfully) Use(read.Result);""")]
    [InlineData("""var read = ReadAsync("a"); Use(read.IsCompleted && read.Result.Length > 1);""")]
    [InlineData("""var read = ReadAsync("a"); if (!read.IsCompleted) await read~; Use(read.Result);""")]
    [InlineData("""var read = ReadAsync("a"); await read~; Func<string> later = () => read.Result; Use(later);""")]
    [InlineData("""var read = ReadAsync("a"); await read~; Use(new Box { Result = read.Result });""")]
    [InlineData("""Use(OneAsync().Result);""")]
    [InlineData("""Use(nameof(Task<int>.Result));""")]
    [InlineData("""var outcome = new Outcome<int>(1); outcome.Wait(); Use(outcome.Result + outcome.GetAwaiter().GetResult());""")]
    [InlineData("""var task = new Box(); task.Result = "a"; Use(task.Result);""")]
    [InlineData("""Use(System.Text.RegularExpressions.Regex.Match("a", "b").Result("$1"));""")]
    public Task A_task_known_to_be_complete_and_what_is_no_task_are_not(string statements) =>
        RuleCheck.StatementsAsync(ScanRules.BlockingOnTask, statements);

    [Theory]
    [InlineData("""var a = ReadAsync("a"); var b = ReadAsync("b"); await Task.WhenAll(a, b)~; Use(a.Result + b.Result);""")]
    [InlineData("""Task[] all = [ReadAsync("a")]; await Task.WhenAll(all)~; Use(((Task<string>)all[0]).Result);""")]
    [InlineData("""var reads = new[] { "a" }.Select(ReadAsync).ToArray(); await Task.WhenAll(reads)~; Use(reads.Sum(r => r.Result.Length));""")]
    [InlineData("""var reads = new List<Task<string>>(); reads.Add(ReadAsync("a")); await Task.WhenAll(reads)~; foreach (var read in reads) Use(read.Result);""")]
    [InlineData("""var a = ReadAsync("a"); var reads = new List<Task> { a }; await Task.WhenAll(reads)~; Use(a.Result);""")]
    [InlineData("""var reads = new Dictionary<string, Task<string>>(); reads["a"] = ReadAsync("a"); await Task.WhenAll(reads.Values)~; Use(reads["a"].Result);""")]
    [InlineData("""var parts = new[] { ("a", ReadAsync("a")) }; await Task.WhenAll(parts.Select(x => x.Item2))~; Use(parts.Select(x => x.Item2.Result).ToList());""")]
    [InlineData("""var pair = (First: ReadAsync("a"), Second: ReadAsync("b")); await Task.WhenAll(pair.First, pair.Second)~; Use(pair.First.Result);""")]
    [InlineData("""var a = ReadAsync("a"); var all = Task.WhenAll(a, ReadAsync("b")); await all~; Use(a.Result);""")]
    [InlineData("""var a = ReadAsync("a"); var b = ReadAsync("b"); if (await Task.WhenAny(a, b)~ == a) Use(a.Result);""")]
    [InlineData("""var first = await Task.WhenAny(ReadAsync("a"), ReadAsync("b"))~; Use(first.Result);""")]
    [InlineData("""var read = ReadAsync("a"); if (await Task.WhenAny(read, Task.Delay(9))~ != read) throw new TimeoutException(); Use(read.Result);""")]
    [InlineData("""await ReadAsync("a").ContinueWith(read => read.Result.Length)~;""")]
    [InlineData("""var read = ReadAsync("a"); if (read.Status == TaskStatus.RanToCompletion) Use(read.Result);""")]
    [InlineData("""var reads = new[] { ReadAsync("a") }; Use(reads.Where(t => t.Status == TaskStatus.RanToCompletion).Select(t => t.Result).ToList());""")]
    [InlineData("""var reads = new[] { ReadAsync("a") }; Use(reads.Where(t => t.IsCompletedSuccessfully).Select(t => t.Result).ToList());""")]
    [InlineData("""
        var reads = new[] { ReadAsync("a") }; var done = reads.Where(t => t.IsCompletedSuccessfully);
        Use(done.Select(t => t.Result).ToList());
        """)]
    [InlineData("""var a = ReadAsync("a"); var b = ReadAsync("b"); if (Maybe) { await Task.WhenAll(a, b)~; Use(a.Result + b.Result); }""")]
    [InlineData("""
        var read = ReadAsync("a"); Use(read.Status switch { TaskStatus.RanToCompletion when read.Result == "" => 1, _ => 2 });
        """)]
    [InlineData("""
        var a = ReadAsync("a"); var b = ReadAsync("b"); await Task.WhenAll(a, b)~; string Both() => a.Result + b.Result; Use(Both());
        """)]
    [InlineData("""
        var a = ReadAsync("a"); string One() => [|a.Result|]; if (Maybe) Use(One()); await a~; Use(One());
        """)]
    [InlineData("""var a = ReadAsync("a"); await a~; Func<string> late = One; string One() => [|a.Result|]; Use(late);""")]
    [InlineData("""
        var box = new Box { Read = ReadAsync("a") }; await Task.Factory.ContinueWhenAll([box.Read], _ => Use(box.Read.Result))~;
        """)]
    [InlineData("""var read = ReadAsync("a"); await read.ContinueWith(_ => Use(read.Result))~;""")]
    [InlineData("""
        var reads = new List<Task<string>> { ReadAsync("a") }; var all = Task.WhenAll(reads); while (!all.IsCompleted) await
        Task.Delay(1)~; for (int i = 0; i < 1; i++) Use(reads[i].Result);
        """)]
    [InlineData("""var read = ReadAsync("a"); bool isDone = read.IsCompleted; if (Maybe && isDone) Use(read.Result);""")]
    [InlineData("""
        Box? box = new Box { Read = ReadAsync("a") }; var isDone = box?.Read.IsCompleted == true; if (isDone) Use(box!.Read.Result);
        """)]
    [InlineData("""var read = ReadAsync("a"); Task all = Task.WhenAll(read); Use(all.IsCompleted ? read.Result : "");""")]
    [InlineData("""var read = ReadAsync("a"); var other = ReadAsync("b"); await read.ContinueWith(_ => Use([|other.Result|]))~;""")]
    [InlineData("""Task.CompletedTask.Wait();""")]
    public Task One_of_several_tasks_that_were_joined_or_asked_is_not(string statements) =>
        RuleCheck.StatementsAsync(ScanRules.BlockingOnTask, statements, hasValues: false);

    [Theory]
    [InlineData("""public class Code { public string Text => [|ReadAsync("a").Result|]; }""")]
    [InlineData("""public class Code { public string Text { get { return [|ReadAsync("a").Result|]; } } }""")]
    [InlineData("""public class Code { private readonly string _text; public Code() => _text = [|ReadAsync("a").Result|]; public override string ToString() => _text; }""")]
    [InlineData("""public class Code : IDisposable { public void Dispose() => [|WriteAsync("a").GetAwaiter().GetResult()|]; }""")]
    [InlineData("""public class Code { private readonly string _text = [|ReadAsync("a").Result|]; public override string ToString() => _text; }""")]
    [InlineData("""public class Code { public string Run() => [|ReadAsync("a").Result|]; }""")]
    [InlineData("""
        public class Late { public void Run(Task<string> read) { Func<string> late = () => [|read.Result|]; Use([|read.Result|]);
        Use(late); } } public class Code(Task<string> one) { private readonly Task<string> _read = one;
        private Task<string> Next => Task.Run(() => "a");
        public void Run() { Use([|this._read.Result|]); if (_read.Result.Length > 1) Use(this._read.Result); Use([|Next.Result|]);
        Use([|Next.Result|]); } }
        """)]
    [InlineData("""public class Code { public Func<string> Run() => () => [|ReadAsync("a").Result|]; }""")]
    [InlineData("""public class Code { public Task<int> SecondAsync() => Task.FromResult(1); public async Task RunAsync() { await Task.Yield(); Use(SecondAsync().Result); } }""")]
    [InlineData("""public class Code { public virtual Task<int> SecondAsync() => Task.FromResult(1); public void Run() => Use([|SecondAsync().Result|]); } public class Slow : Code { public override async Task<int> SecondAsync() { await Task.Delay(1); return 1; } }""")]
    [InlineData("""public class Code { public override string ToString() { var read = ReadAsync("a"); return read.IsCompletedSuccessfully ? read.Result : ""; } }""")]
    [InlineData("""
        public class Code { private static readonly Task<int> None = Task.FromResult(0); private Task<int> _last = None; public Task<int>
        Done { get; } = Task.FromResult(1); public void Run() { Use(None.Result + _last.Result + Done.Result); _last = None; } }
        """)]
    [InlineData("""
        public class Code { private Task<int> _last = Task.FromResult(0); private Task<int> Now => Task.FromResult(1); public virtual
        Task<int> Next => Task.FromResult(1); public void Run() { Use([|_last.Result|] + [|Next.Result|] + Now.Result);
        _last = CountAsync(); } private static async Task<int> CountAsync() { await Task.Yield(); return 1; } }
        """)]
    [InlineData("""public class Code { /** <summary>See <see cref="Task{T}.Result"/>.</summary> */ public string Result { get; set; } = ""; public void Run() { Result = "b"; this.Result = "c"; } }""")]
    public Task It_is_the_same_in_every_kind_of_member(string types) => RuleCheck.TypesAsync(ScanRules.BlockingOnTask, types, hasValues: true);

    [Theory]
    [InlineData("""var answer = [|Http.GetAsync("a").Result|]; Use(answer.Content.ReadAsStringAsync().Result);""")]
    [InlineData("""var answer = await Http.SendAsync(new HttpRequestMessage())~; Use(answer.Content.ReadFromJsonAsync<int>().Result);""")]
    [InlineData("""
        using HttpResponseMessage answer = await Http.PostAsJsonAsync("a", 1)~;
        Use(answer.Content.ReadAsStreamAsync().GetAwaiter().GetResult());
        """)]
    [InlineData("""Use([|Http.GetAsync("a").GetAwaiter().GetResult()|].Content.ReadAsStringAsync().Result);""")]
    [InlineData("""
        HttpResponseMessage? answer = null; answer = await Http.GetAsync("a")~; Use(answer.Content.ReadAsStringAsync().Result);
        """)]
    [InlineData("""
        var answer = await Http.GetAsync("a", HttpCompletionOption.ResponseHeadersRead)~;
        Use([|answer.Content.ReadAsStringAsync().Result|]);
        """)]
    [InlineData("""
        var answer = await Http.GetAsync("a", HttpCompletionOption.ResponseContentRead)~; Use(answer.Content.ReadAsStringAsync().Result);
        """)]
    [InlineData("""
        var answer = await Http.GetAsync("a")~; if (Maybe) answer = await Http.GetAsync("a", HttpCompletionOption.ResponseHeadersRead)~;
        Use([|answer.Content.ReadAsStringAsync().Result|]);
        """)]
    [InlineData("""HttpResponseMessage answer = new(); Use([|answer.Content.ReadAsStringAsync().Result|]);""")]
    [InlineData("""HttpContent content = null!; Use([|content.ReadAsStringAsync().Result|]);""")]
    [InlineData("""var content = new StringContent("a"); Use(content.ReadAsStringAsync().Result);""")]
    [InlineData("""
        var request = new HttpRequestMessage { Content = new StringContent("a") }; Use(request.Content.ReadAsStringAsync().Result);
        """)]
    [InlineData("""
        HttpContent content = null!; switch (content) { case StringContent or ByteArrayContent:
        Use(content.ReadAsStringAsync().Result); break; case StreamContent: Use([|content.ReadAsStringAsync().Result|]); break; }
        """)]
    [InlineData("""HttpContent content = null!; Use(content switch { StringContent => content.ReadAsStringAsync().Result, _ => "" });""")]
    [InlineData("""HttpContent content = null!; if (content is ByteArrayContent) Use(content.ReadAsStringAsync().Result);""")]
    public Task A_content_that_lies_in_memory_does_not_wait(string statements) =>
        RuleCheck.StatementsAsync(ScanRules.BlockingOnTask, statements, TopLevel.Note);

    [Theory]
    [InlineData("""
        public class Code { public void Run() => ReadAsync("a").ContinueWith(Show); private void Show(Task<string> read) { Func<string> text
        = () => read.Result; Use(text()); } private void Wait(Task<string> read) { Use([|read.Result|]); Func<Task<string>, Task> other =
        one => { Wait(one); return one; }; Use(other); } }
        """)]
    public Task A_method_that_runs_when_the_task_is_done_does_not_wait_for_it(string types) =>
        RuleCheck.TypesAsync(ScanRules.BlockingOnTask, types);

    [Fact]
    public void What_waits_for_the_first_of_several_is_told_to_await_the_first()
    {
        CSharpCompilation compilation = Specimen.Compile("Case",
        [
            .. Known.Files(),
            Specimen.Parse("""public class Code { public void Run() => Task.WaitAny(Tasks.ReadAsync("a")); }""", "Code.cs"),
        ]);

        Sighting found = Assert.Single(RuleScan.Files(compilation), one => one.Rule == ScanRules.BlockingOnTask);

        Assert.EndsWith("`await Task.WhenAny(…)` does not", found.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("""public static class Program { public static void Main() => Use([?ReadAsync("a").Result|]); }""")]
    [InlineData("""Use([?ReadAsync("a").Result|]);""")]
    public Task What_runs_once_at_the_start_is_a_note(string program) => RuleCheck.ProgramAsync(ScanRules.BlockingOnTask, program);

    [Theory]
    [InlineData("public class Code { private static async Task WaitAsync(bool async) "
        + "{ if (async) await Task.Delay(1); else Task.Delay(1).Wait(); } }")]
    [InlineData("public class Code { private static async Task WaitAsync(bool late) "
        + "{ if (late) await Task.Yield(); else [|Task.Delay(1).Wait()|]; } }")]
    [InlineData("public class Code { private static async Task WaitAsync(bool async) "
        + "{ if (async) await Task.Delay(1); } public static void Wait() { WaitAsync(false).GetAwaiter().GetResult(); } }")]
    [InlineData("public class Code { private static async Task WaitAsync(bool async) "
        + "{ if (async) await Task.Delay(1); } public static void Wait() { [|WaitAsync(true).GetAwaiter().GetResult()|]; } }")]
    [InlineData("public class Code { private static async Task WaitAsync(bool async) "
        + "{ if (async) await Task.Delay(1); await Task.Delay(2); } "
        + "public static void Wait() { [|WaitAsync(false).GetAwaiter().GetResult()|]; } }")]
    [InlineData("public class Code { private static async Task<string> ReadAsync(int n, bool async) "
        + "{ if (!async) { return File.ReadAllText(\"a\" + n); } return await File.ReadAllTextAsync(\"a\"); } "
        + "private static async Task<int> CountAsync(bool async) => (await ReadAsync(1, async)).Length "
        + "+ (async ? await Tasks.OneAsync() : 1); "
        + "public static int Count() => CountAsync(async: false).GetAwaiter().GetResult(); }")]
    public Task The_half_that_a_parameter_chooses_is_right(string types) => RuleCheck.TypesAsync(ScanRules.BlockingOnTask, types);
}
