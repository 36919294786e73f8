using Microsoft.Playwright;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>What the lane of a form says of its turn: its figures, and which of its requests are not drawn.</summary>
[Trait("Judges", "behaviour")]
public sealed class LaneTests(ServedWithResults fixture, Browser browser) : IClassFixture<ServedWithResults>
{
    private const string Slot = ToldRun.Slot;

    private const string Frame = ToldRun.Frame;

    // With how many colours a strip is drawn, then the contrast of each colour that is drawn with, and that other forms are drawn with,
    // to the ground of a lane, as in WCAG 2.2.
    private const string Drawn = """
        () => {
            const { player } = syncopate, { prototype } = CanvasRenderingContext2D, { stroke } = prototype;
            const strips = new Set(), people = new Set();
            prototype.stroke = function () {
                (this.canvas.className === 'strip' ? strips : people).add(this.strokeStyle);
                stroke.call(this);
            };
            player.colours();
            player.draw(player.slots[0].at + 500, .016);
            prototype.stroke = stroke;
            const area = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
            const linear = value => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
            const light = colour => {
                area.fillStyle = colour;
                area.fillRect(0, 0, 1, 1);
                const [r, g, b] = [...area.getImageData(0, 0, 1, 1).data].map(linear);
                return .2126 * r + .7152 * g + .0722 * b + .05;
            };
            const ground = light(getComputedStyle(document.querySelector('.lane')).backgroundColor);
            const forms = ['sync', 'async', 'par'].map(name => player.ink[name]);
            const colours = [...strips, ...people, ...forms].map(light);
            return [strips.size, ...colours.map(own => Math.max(own, ground) / Math.min(own, ground))];
        }
        """;

    private Served Served => fixture.Served;

    [Fact]
    public async Task Failures_and_threads_in_use_are_figures_of_a_lane()
    {
        using ToldRun run = new(Served, "fails", ToldRun.Question("five-1"), Slot, Frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        ILocator figures = tab.Page.Locator(".lane").First.Locator("dl.figures > div");

        await Expect(figures.Filter(new() { HasText = "failed" }).Locator("dd")).ToHaveTextAsync("1");
        await Expect(figures.Filter(new() { HasText = "threads in use" }).Locator("dd")).ToHaveTextAsync("2 of 4");
        Assert.Empty(tab.Complaints);
    }

    /// <summary>Each turn began with "not reported", which takes two lines in a narrow lane: what is below moved twice a turn.</summary>
    [Fact]
    public async Task Threads_are_not_said_to_be_unreported_before_the_first_moment_of_a_turn()
    {
        string frame = Frame.Replace("\"thr\":4,\"use\":2,\"q\":1,", "", StringComparison.Ordinal);
        using ToldRun run = new(Served, "unreported", ToldRun.Question("five-1"), Slot);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        ILocator threads = tab.Page.Locator(".lane").First.Locator("[data-figure=thr]");

        await Expect(tab.Page.Locator(".lane header small").First).ToHaveTextAsync("live");
        string before = await threads.InnerTextAsync();
        run.Tell(frame);

        await Expect(threads).ToHaveTextAsync("not reported");
        Assert.Equal("–", before);
        Assert.Empty(tab.Complaints);
    }

    /// <summary>After a reload the threads of the turns before were said not to be reported, until they had been shown once more.</summary>
    [Fact]
    public async Task Threads_are_not_said_to_be_unreported_where_the_moments_of_a_turn_were_left_out()
    {
        using ToldRun run = new(Served, "reloaded", ToldRun.Question("five-1"), Slot, """{"k":"f","n":1,"t":50,"gaps":true,"e":[]}""");
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        ILocator figures = tab.Page.Locator(".lane").First.Locator("[data-figure=thr], [data-figure=q]");

        await Expect(tab.Page.Locator(".lane header small").First).ToHaveTextAsync("live, some requests not drawn");
        await Expect(figures).ToHaveTextAsync(["–", "–"]);
        run.Tell("""{"k":"done","n":1,"form":"sync","ms":50,"count":1,"bad":0,"mean":29,"rate":20,"thr":4,"q":1}""");

        await Expect(figures).ToHaveTextAsync(["0", "of 4"]);
        Assert.Empty(tab.Complaints);
    }

    /// <summary>The queue was an area of 1.6 to 1 on its ground, without an edge.</summary>
    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Dots_threads_and_queue_stand_out_from_their_ground_by_day_and_by_night(ColorScheme colours)
    {
        using ToldRun run = new(Served, $"drawn-{colours}", ToldRun.Question("five-1"), Slot, Frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await tab.Page.EmulateMediaAsync(new() { ColorScheme = colours });
        await Expect(tab.Page.Locator("#lanes")).ToHaveAttributeAsync("data-drawn", "sync");

        double[] drawn = await tab.Page.EvaluateAsync<double[]>(Drawn);

        Assert.Equal(2, drawn[0]); // Threads, and the edge of the queue.
        Assert.All(drawn[1..], contrast => Assert.InRange(contrast, 3.0, 21.0)); // AA of what is not text.
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task The_pictures_of_a_lane_have_names_which_tell_at_the_end_of_a_turn_what_they_showed()
    {
        using ToldRun run = new(Served, "named", ToldRun.Question("five-1"), Slot, Frame.Replace(",[2,1]", "", StringComparison.Ordinal));
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await NamedAsync("blocking: requests waiting, being served, answered");
        await NamedAsync("awaiting: threads and queue");
        run.Tell("""{"k":"done","n":1,"form":"sync","ms":50,"count":1,"bad":1,"mean":29,"rate":20,"thr":4,"q":1}""");

        await NamedAsync("blocking: 0 waiting, 0 being served, 1 answered, 1 failed");
        await NamedAsync("blocking: at most 4 threads, at most 1 in the queue");
        Assert.Empty(tab.Complaints);

        Task NamedAsync(string name) =>
            Expect(tab.Page.GetByRole(AriaRole.Img, new() { Name = name, Exact = true })).ToHaveCountAsync(1);
    }

    /// <summary>Of a fast load some users were drawn, and nothing on the page said so.</summary>
    [Fact]
    public async Task A_lane_in_which_not_all_users_are_drawn_says_how_many_are()
    {
        string frame = Frame.Replace("\"q\":1,", "\"q\":1,\"u\":3,", StringComparison.Ordinal);
        using ToldRun run = new(Served, "part", ToldRun.Question("five-1"), Slot, frame, ToldRun.Later(Slot, 2, "async"),
            ToldRun.Later(Frame, 2, "async"));
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await Expect(tab.Page.Locator(".lane header small"))
            .ToHaveTextAsync(["its last turn, beside it, 3 of 5 users drawn", "live"]);
        Assert.Empty(tab.Complaints);
    }

    /// <summary>More requests began at once than a line has room for; all users were drawn, and nothing said that a part was not.</summary>
    [Fact]
    public async Task A_lane_in_which_requests_are_missing_says_so_also_where_all_users_are_drawn()
    {
        string frame = Frame.Replace("\"q\":1,", "\"q\":1,\"gaps\":true,", StringComparison.Ordinal);
        using ToldRun run = new(Served, "gaps", ToldRun.Question("five-1"), Slot, frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await Expect(tab.Page.Locator(".lane header small")).ToHaveTextAsync(["live, some requests not drawn", "its turn comes next"]);
        Assert.Empty(tab.Complaints);
    }

    /// <summary>The page keeps 4,000 requests of a turn: when that ran once more, it began in the middle without a word.</summary>
    [Fact]
    public async Task A_lane_says_so_too_where_a_turn_has_more_requests_than_the_page_keeps()
    {
        string[] frames = [.. Enumerable.Range(0, 3).Select(part => Frame.Replace("[[0,1,2,30,0],[1,1,2,30,1],[2,1]]",
            $"[{string.Join(',', Enumerable.Range(2000 * part, 2000).Select(sent => $"[0,{sent},-1,{sent + 1},1]"))}]",
            StringComparison.Ordinal))];
        using ToldRun run = new(Served, "many", [ToldRun.Question("five-1"), Slot, .. frames]);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await Expect(tab.Page.Locator(".lane header small").First).ToHaveTextAsync("live, some requests not drawn");
        Assert.Empty(tab.Complaints);
    }

    /// <summary>Of the requests that are drawn the page would say that they were all.</summary>
    [Fact]
    public async Task Requests_that_are_drawn_are_not_counted_as_all_of_them_and_their_mean_is_marked()
    {
        string frame = Frame.Replace("\"ok\":3,\"bad\":1,\"fly\":1,", "\"u\":3,", StringComparison.Ordinal);
        using ToldRun run = new(Served, "uncounted", ToldRun.Question("five-1"), Slot, frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        ILocator figures = tab.Page.Locator(".lane").First.Locator("dl.figures > div");

        await Expect(figures.Filter(new() { HasText = "mean latency" }).Locator("dd")).ToHaveTextAsync("≈ 29 ms");
        foreach (string name in (string[])["in flight", "answered", "failed", "requests per second"])
            await Expect(figures.Filter(new() { HasText = name }).Locator("dd")).ToHaveTextAsync("–");
        Assert.Empty(tab.Complaints);
    }
}
