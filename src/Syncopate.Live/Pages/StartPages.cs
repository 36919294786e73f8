using Microsoft.AspNetCore.Http;
using Syncopate.Live.Access;
using Syncopate.Live.Following;
using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Live.Pages;

/// <summary>The form of a comparison: a field for every option that the command has, made from the command itself; and
/// what the command says of the line, before it begins.</summary>
internal sealed class StartPages(ChildRuns runs, LiveTool tool, AccessKeys keys)
{
    private const string Argument = "argument";

    // Where a run goes and how it is shown is this page's to say.
    private static readonly string[] Ours = ["--out", "--json", "--open", "--resume"];

    private readonly ToolCommand _command = tool.Commands.First(c => c.Name == "compare");

    // The form that was sent last, replaced as a whole by whichever request sends one: a browser that goes back does not keep it.
    private volatile Dictionary<string, string>? _sent;

    /// <summary>The form as the address fills it; without that as it was sent last, or empty.</summary>
    public Task ShowAsync(HttpContext context)
    {
        Dictionary<string, string>? sent = context.Request.QueryString.HasValue ? null : _sent;
        return WriteAsync(context, name => sent?.GetValueOrDefault(name) ?? context.Request.Query[name].ToString(), Html($"""
            <h1 class="long">Compare</h1>
            <p class="lede">{_command.Description} Each field is an option of the command of that name; empty fields are left to the
            command.</p>
            {When(sent is not null, Html(
                $"<p class=\"tools\"><a class=\"button\" href=\"/start?new=1\">Empty the form</a></p>"))}
            """));
    }

    private Task WriteAsync(HttpContext context, Func<string, string> given, PageMarkup heading) =>
        PageFrame.WriteAsync(context, "Compare", Html($"""
            <section class="hero">{heading}</section>
            <form id="start" action="/start" method="post" data-check="/start/check"><input type="hidden" name="key" value="{keys.Form}">
            <section class="card" aria-labelledby="targets"><h2 id="targets">What</h2>
            <p class="note">{_command.Arguments[0].Description}</p>
            {Enumerable.Range(1, _command.Arguments[0].Most).Select(i => Address(i, given))}</section>
            <section class="card" aria-labelledby="equal"><h2 id="equal">The command</h2>
            <pre tabindex="0" role="region" aria-labelledby="equal"><code id="line">{Line(Words(given))}</code></pre>
            <p id="wrong" class="wrong" role="status"></p>
            <p class="tools"><button type="submit" class="strong" id="begin">Begin</button> <button type="button" id="copy">Copy the
            command</button></p></section>
            <section class="card options" aria-labelledby="options">
            <h2 id="options">Options</h2>{Options.Select(o => Field(o, given))}</section></form>
            """), "start.js");

    /// <summary>What the command says of the form as it is now: the line, and below it what is wrong.</summary>
    public async Task CheckAsync(HttpContext context)
    {
        IFormCollection form = await context.Request.ReadFormAsync(context.RequestAborted);
        IReadOnlyList<string> words = Words(name => form[name].ToString());
        string? wrong = await tool.CheckAsync(words, context.RequestAborted);
        context.Response.ContentType = "text/plain; charset=utf-8";
        await context.Response.WriteAsync($"{Line(words)}\n{wrong}", context.RequestAborted);
    }

    /// <summary>Begins, or says why not above the form as it was filled in: a browser does not keep it.</summary>
    public async Task StartAsync(HttpContext context)
    {
        IFormCollection form = await context.Request.ReadFormAsync(context.RequestAborted);
        IReadOnlyList<string> words = Words(name => form[name].ToString());
        _sent = form.ToDictionary(field => field.Key, field => field.Value.ToString(), StringComparer.Ordinal);
        (string? begun, string said) = await runs.StartAsync(words, context.RequestAborted);
        if (begun is not null)
        {
            ResultPages.Redirect(context, ResultSentences.Address("/race", begun));
            return;
        }

        context.Response.StatusCode = StatusCodes.Status409Conflict;
        await WriteAsync(context, name => form[name].ToString(), Html($"""
            <h1 class="long">It did not begin.</h1><p class="lede">{said}</p>
            """));
    }

    private IEnumerable<ToolOption> Options => _command.Options.Where(o => !Ours.Contains(o.Name));

    /// <summary>The words of the command: the addresses, then every option that has a value.</summary>
    private List<string> Words(Func<string, string> value)
    {
        List<string> words = [_command.Name];
        words.AddRange(Enumerable.Range(1, _command.Arguments[0].Most).Select(i => value($"{Argument}{i}").Trim())
            .Where(a => a.Length > 0));
        foreach (ToolOption option in Options)
        {
            string given = value(option.Name);
            if (option.ValueName is null && given.Length > 0)
            {
                words.Add(option.Name);
            }
            else if (option.Most > 1)
            {
                words.AddRange(given.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
                    .SelectMany(one => Pair(option, one)));
            }
            else if (given.Length > 0)
            {
                words.AddRange(Pair(option, given));
            }
        }

        return words;
    }

    // A value that begins like an option would be taken for one.
    private static string[] Pair(ToolOption option, string value) => value.StartsWith('-') ? [$"{option.Name}={value}"]
        : [option.Name, value];

    private string Line(IReadOnlyList<string> words) => string.Join(' ', words.Select(tool.Quote).Prepend("syncopate"));

    private static PageMarkup Address(int number, Func<string, string> given) => Html($"""
        <label class="field">{"ABC"[(number - 1)..number]} <input name="{Argument}{number}"
        value="{given($"{Argument}{number}")}" spellcheck="false" autocomplete="off"></label>

        """);

    private static PageMarkup Field(ToolOption option, Func<string, string> given) => Html($"""
        <div class="option"><label>{option.Name} {Input(option, given(option.Name))}</label>
        <small id="about{option.Name}">{option.Description}{When(IsList(option), Html($" One a line."))}</small></div>

        """);

    private static bool IsList(ToolOption option) => option is { Most: > 1, ValueName: not null };

    private static PageMarkup Input(ToolOption option, string value)
    {
        PageMarkup about = Html($"""name="{option.Name}" aria-describedby="about{option.Name}" spellcheck="false" autocomplete="off" """);
        return option.ValueName is null ? Html($"""<input type="checkbox" value="1" {about}{When(value.Length > 0, Html($"checked"))}>""")
            : IsList(option) ? Html($"""<textarea rows="2" {about}>{value}</textarea>""")
            : Html($"""<input value="{value}" placeholder="{option.ValueName}" {about}>""");
    }
}
