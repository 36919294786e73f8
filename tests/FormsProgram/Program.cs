using FormsProgram;
using Syncopate;

// What is compared is named by the first argument; the rest is the library's.
Shop shop = new();
string[] rest = args[1..];
FormSet<NoState> forms = Forms.Of($"find by {args[0]}");
return args[0] switch
{
    "waiting" => await forms.Sync(() => shop.Find(7)).Async(token => shop.FindAsync(7, token)).Users(20).RunAsync(rest),
    "nothing" => await forms.Sync(() => { }).Form("again", () => { }).RunAsync(rest),
    "throwing" => await forms.Sync(() => shop.Find(7)).Async(token => shop.ThrowAsync(token)).RunAsync(rest),
    "hanging" => await forms.Sync(() => shop.Find(7)).Async(_ => shop.HangAsync()).RunAsync(rest),
    "differing" => await forms.Sync(() => shop.Find(7)).Async(token => shop.FindAsync(8, token)).RunAsync(rest),
    "blocking" => await forms.Sync(() => shop.Find(7)).Async(_ => shop.BlockAsync(7)).RunAsync(rest),
    "computing" => await forms.Sync(() => shop.Compute()).Async(_ => shop.ComputeAsync()).RunAsync(rest),
    "exiting" => await forms.Sync(() => shop.Find(7)).Async(_ => shop.ExitAsync()).RunAsync(rest),
    "rows" => await Forms.Of("waits").With(2, 20).Given(milliseconds => new Wait(milliseconds))
        .Sync(wait => wait.Spend()).Async((wait, token) => wait.SpendAsync(token)).Users(20).RunAsync(rest),
    "one" => await forms.Sync(() => shop.Find(7)).RunAsync(rest),
    "rate" => await forms.Sync(() => shop.Find(7)).Async(token => shop.FindAsync(7, token)).Rate(50).RunAsync(rest),
    "steps" => await forms.Sync(() => shop.Find(7)).Async(token => shop.FindAsync(7, token))
        .Users(1, 2, 5, TimeSpan.FromMilliseconds(200)).RunAsync(rest),
    "parallel" => await forms.Sync(() => shop.Find(7)).Async(token => shop.FindAsync(7, token))
        .Parallel(token => shop.FindAsync(7, token)).Users(4).RunAsync(rest),
    "each" => await forms.Each(() => new Desk()).Sync(desk => desk.Use()).Async((desk, token) => desk.UseAsync(token)).Users(5)
        .RunAsync(rest),
    "sometimes" => await forms.Sync(() => shop.Find(7)).Async(token => shop.SometimesAsync(token)).Users(4).RunAsync(rest),
    "empty" => await Shop.WaitAsync(),
    _ => throw new ArgumentException($"'{args[0]}' is nothing that this program compares."),
};
