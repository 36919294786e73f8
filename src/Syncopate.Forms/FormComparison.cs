using System.Globalization;
using System.Security.Cryptography;
using Syncopate.Calling;
using Syncopate.Children;
using Syncopate.Lines;
using Syncopate.Running.Comparing;

namespace Syncopate;

/// <summary>A comparison of forms: the rounds, looks, judge and journal are those of every other comparison.</summary>
/// <param name="Plan">The forms.</param>
internal sealed record FormComparison(FormPlan Plan) : OwnComparison(Plan.Title, Plan.Site)
{
    private static readonly (string Option, string Reason)[] OfServers =
    [
        ("--twice", "each form has a process of its own already"),
        ("--probe", "watch the process while it runs instead: syncopate watch"),
        ("--launch-a", "the program starts itself again for each form"),
        ("--build-a", "the program starts itself again for each form; compare two builds with the tool: syncopate compare --exec-a, "
            + "--exec-b"),
        ("--exec-a", "the program starts itself again for each form"),
        ("--url", "forms are code of this program; for addresses: syncopate compare URL URL"),
        ("--header", "nothing is sent anywhere"),
        ("--threads", "the pool of the process makes the calls, as it does in a server"),
        ("--open", "open report.html of the run's folder"),
        .. OtherOptions.OfRequests("nothing is sent anywhere"),
        .. OtherOptions.OfSlotsAndBuilds,
    ];

    private readonly string _token = RandomNumberGenerator.GetHexString(FormAddress.TokenLength);

    /// <inheritdoc/>
    public override IReadOnlyList<string> Labels => [.. Plan.Descriptions.Select(d => d.Label)];

    /// <inheritdoc/>
    public override string Piece => "call";

    /// <inheritdoc/>
    public override IReadOnlyList<(string Option, string Reason)> Refused => OfServers;

    /// <inheritdoc/>
    public override void Check() => Plan.Check();

    /// <inheritdoc/>
    public override Task ServeAsync(FormAddress address) => FormChild.ServeAsync(Plan, address);

    /// <inheritdoc/>
    public override OwnRows Apart(FormCommand command) => Rows(command);

    /// <inheritdoc/>
    public override Task<OwnRows> HereAsync(CancellationToken cancellationToken)
    {
        FormsHere here = new();
        return Task.FromResult(Rows(here) with
        {
            End = () =>
            {
                here.Dispose();
                return ValueTask.CompletedTask;
            },
        });
    }

    private OwnRows Rows(IFormHost host)
    {
        ThrownUnderLoad thrown = new();
        return new OwnRows([.. Enumerable.Range(0, Plan.Rows.Count).Select(row => Comparison(row, host))])
        {
            OpenEngine = (target, _) => new FormEngine(target, _token, Settings.Timeout) { Thrown = thrown },
            Doubts = thrown.Drain,
        };
    }

    private string Id(int row) => Plan.Rows.Count == 1 ? UrlComparison.Id
        : string.Create(CultureInfo.InvariantCulture, $"{UrlComparison.Id}-{row + 1}");

    private UrlComparison Comparison(int row, IFormHost host)
    {
        string title = Plan.Rows[row].Length > 0 ? $"{Title}, {Plan.Rows[row]}" : Title;
        return Settings.Rule with
        {
            Targets = [.. Plan.Descriptions.Select((form, i) => Target(form, i, row, host))],
            Subject = new ComparedSubject(
                Id(row),
                title,
                "Which form is faster, called like this, and what does each cost its process?",
                [host.Caveat],
                new FormCheck(Plan with { Settings = Settings }, Id(row), _token).RunAsync)
            {
                Piece = Piece,
            },
        };
    }

    private ComparedTarget Target(FormDescription form, int index, int row, IFormHost host) =>
        new(form.Form, form.Label, form.ToString(), $"/{form.Form.InLowerCase()}", host.Open(Plan, index, row, _token));
}
