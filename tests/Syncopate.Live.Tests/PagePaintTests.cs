using Microsoft.Playwright;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>What the page of a run paints and writes, and when: the browser has the processors of what is measured.</summary>
[Trait("Judges", "behaviour")]
public sealed class PagePaintTests(ServedWithResults fixture, Browser browser) : IClassFixture<ServedWithResults>
{
    // What fifty pictures of another moment, with other figures, write into the page: at the same time as the ones before, a little before
    // figures are due, and when they are; then those of another turn, alike.
    private const string Writes = """
        () => {
            const { player } = syncopate, seen = new MutationObserver(() => {}), own = performance.now;
            seen.observe(document.getElementById('lanes'), { childList: true, characterData: true, subtree: true });
            const writes = (at, moment) => {
                performance.now = () => at;
                for (let i = 0; i < 50; i++) player.draw(player.slots[0].at + moment + i, .016);
                return seen.takeRecords().length;
            };
            const all = [writes(1e9, 400)];
            player.slots[0].told.push({ t: 800, ok: 40 });
            all.push(writes(1e9, 900), writes(1e9 + 499, 900), writes(1e9 + 500, 900));
            player.slots.push({ ...player.slots[0], n: 2, at: player.slots[0].at + 2000, told: [{ t: 0, ok: 7 }] });
            all.push(writes(1e9 + 999, 2100), writes(1e9 + 1000, 2100));
            performance.now = own;
            return all;
        }
        """;

    // Whether there come twenty pictures for which no canvas of these classes is painted, among the next two hundred.
    private const string Rests = """
        classes => new Promise(done => {
            const { player } = syncopate, draw = player.draw.bind(player), { prototype } = CanvasRenderingContext2D;
            const clear = prototype.clearRect;
            let pictures = 0, painted = 0;
            prototype.clearRect = function (...area) {
                if (classes.includes(this.canvas.className)) painted = pictures;
                clear.apply(this, area);
            };
            player.draw = (now, seconds) => {
                pictures++;
                draw(now, seconds);
                if (pictures - painted >= 20) done(true);
                else if (pictures > 200) done(false);
            };
        })
        """;

    // Whether a lane still has its picture when its box has grown and nothing has been drawn since. The player is told of it first.
    private const string Grows = """
        () => new Promise(done => {
            const { player } = syncopate, { canvas } = player.lanes.find(lane => lane.slot);
            const pixels = () => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            let told = 0;
            player.draw = () => {};
            new ResizeObserver(() => {
                if (++told > 1) done(pixels().some(value => value > 0));
                else requestAnimationFrame(() => player.box.firstChild.append(document.createElement('hr')));
            }).observe(player.box);
        })
        """;

    // How often the people of all lanes, and their strips, are painted by a hundred pictures of one turn: while they are in view, and
    // when they have been scrolled away: all who observe that are told in one task. The clock goes by 40 ms from one to the next.
    private const string Paints = """
        async () => {
            const { player } = syncopate, { box, slots: [slot] } = player, { prototype } = CanvasRenderingContext2D;
            const draw = player.draw.bind(player), clear = prototype.clearRect, own = performance.now;
            const paints = () => {
                let people = 0, strips = 0, at = 1e9;
                player.lanes.forEach(lane => { lane.slot = null; });
                prototype.clearRect = function (...area) {
                    if (this.canvas.className === 'strip') strips++; else people++;
                    clear.apply(this, area);
                };
                performance.now = () => at;
                for (let i = 0; i < 100; i++, at += 40) {
                    slot.told.push({ t: i, thr: 4 + i, q: 0 });
                    draw(slot.at + i, .04);
                }
                prototype.clearRect = clear;
                performance.now = own;
                return [people, strips];
            };
            player.draw = () => {};
            const seen = paints();
            await new Promise(done => {
                new IntersectionObserver(entries => {
                    if (!entries.at(-1).isIntersecting) setTimeout(done);
                }).observe(box);
                box.style.position = 'fixed';
                box.style.top = '-9999px';
            });
            return [...seen, ...paints()];
        }
        """;

    // The attributes that twenty pictures write though they stay as they are.
    private const string Attributes = """
        () => new Promise(done => {
            const { player } = syncopate, draw = player.draw.bind(player), written = [];
            const seen = new MutationObserver(all => {
                for (const { target, attributeName, oldValue } of all)
                    if (target.getAttribute(attributeName) === oldValue) written.push(`${target.id} ${attributeName}`);
            });
            let pictures = 0;
            player.draw = (now, seconds) => {
                if (++pictures === 1)
                    seen.observe(document.body, { attributes: true, attributeOldValue: true, subtree: true });
                draw(now, seconds);
                if (pictures === 20) setTimeout(() => done(written));
            };
        })
        """;

    // Whether there come twenty timers before four hundred further pictures.
    private const string Waits = """
        () => new Promise(done => {
            const { player } = syncopate, draw = player.draw.bind(player), wait = window.setTimeout;
            let pictures = 0, waits = 0;
            window.setTimeout = (...call) => {
                waits++;
                return wait(...call);
            };
            player.draw = (now, seconds) => {
                draw(now, seconds);
                if (waits >= 20) done(true);
                else if (++pictures > 400) done(false);
            };
        })
        """;

    // How many frames twenty pictures ask the browser for.
    private const string Frames = """
        () => new Promise(done => {
            const { player } = syncopate, draw = player.draw.bind(player), ask = window.requestAnimationFrame;
            let pictures = 0, asked = 0;
            window.requestAnimationFrame = picture => {
                asked++;
                return ask(picture);
            };
            player.draw = (now, seconds) => {
                draw(now, seconds);
                if (++pictures === 20) done(asked);
            };
        })
        """;

    // Whether what the run says that it does is written in the task of a picture.
    private const string Says = """
        () => new Promise(done => {
            const { player } = syncopate, draw = player.draw.bind(player);
            const seen = new MutationObserver(() => done(false));
            seen.observe(document.getElementById('stage'), { childList: true });
            player.draw = (now, seconds) => {
                draw(now, seconds);
                if (seen.takeRecords().length) done(true);
            };
        })
        """;

    private static readonly string[] AllCanvases = ["people", "strip"];

    private static readonly string[] PeopleAlone = ["people"];

    private Served Served => fixture.Served;

    /// <summary>Each picture wrote the throughput of its own moment, which the browser then laid out and painted; and each turn began with
    /// figures of its own, three times a second where turns are short.</summary>
    [Fact]
    public async Task Figures_are_not_written_with_every_picture()
    {
        using ToldRun run = new(Served, "writes", ToldRun.Question("five-1"), ToldRun.Slot, ToldRun.Frame);

        int[] writes = await AnswerAsync<int[]>(run, Writes);

        Assert.Equal([0, 0], writes[1..3]);
        Assert.NotEqual(0, writes[3]);
        Assert.Equal(0, writes[4]);
        Assert.NotEqual(0, writes[5]);
    }

    /// <summary>Each picture wrote them, and the browser computed styles anew for those that styles depend on.</summary>
    [Fact]
    public async Task Attributes_that_stay_as_they_are_are_not_written()
    {
        using ToldRun run = new(Served, "attributes", ToldRun.Question("five-1"), ToldRun.Slot, ToldRun.Frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await Expect(tab.Page.Locator("#lanes")).ToHaveAttributeAsync("data-drawn", "sync");

        Assert.Empty(await tab.Page.EvaluateAsync<string[]>(Attributes));
        Assert.Empty(tab.Complaints);
    }

    /// <summary>Each picture asked for a frame first, and the browser prepared one, and one more after it, though nothing was painted: a
    /// third of what a page cost on which nothing moved.</summary>
    [Fact]
    public async Task Pictures_in_which_nothing_moves_ask_for_no_frame()
    {
        using ToldRun run = new(Served, "still", ToldRun.Question("five-1"));
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        // Who wants less motion has four pictures a second of those of the screen.
        await tab.Page.EmulateMediaAsync(new() { ReducedMotion = ReducedMotion.NoPreference });
        await Expect(tab.Page.Locator(".lane")).ToHaveCountAsync(2);

        Assert.Equal(0, await tab.Page.EvaluateAsync<int>(Frames));
        Assert.Empty(tab.Complaints);
    }

    /// <summary>It was written when it came, and painted in a frame of its own beside those of the pictures.</summary>
    [Fact]
    public async Task What_a_line_of_the_run_changes_is_written_with_the_next_picture()
    {
        using ToldRun run = new(Served, "says", ToldRun.Question("five-1"));
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await Expect(tab.Page.Locator(".lane")).ToHaveCountAsync(2);

        Task<bool> isWithPicture = tab.Page.EvaluateAsync<bool>(Says);
        run.Tell("""{"k":"stage","text":"round 1","left":9}""");

        Assert.True(await isWithPicture);
        Assert.Empty(tab.Complaints);
    }

    /// <summary>It was drawn with each frame of the screen, in a tab that may stay open beside what is measured.</summary>
    [Fact]
    public async Task A_replay_that_is_held_waits_between_its_pictures()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/replay?result=result-1");
        await Expect(tab.Page.Locator(".lane")).ToHaveCountAsync(2);
        await tab.Page.Locator("#play").ClickAsync();
        await Expect(tab.Page.Locator("#play")).ToHaveTextAsync("Play");

        Assert.True(await tab.Page.EvaluateAsync<bool>(Waits));
        Assert.Empty(tab.Complaints);
    }

    /// <summary>It was cleared with each line of text that made its box higher, and empty until it was drawn the next time.</summary>
    [Fact]
    public async Task A_picture_stays_when_only_the_text_beside_it_takes_more_room()
    {
        using ToldRun run = new(Served, "grows", ToldRun.Question("five-1"), ToldRun.Slot, ToldRun.Frame);

        Assert.True(await AnswerAsync<bool>(run, Grows));
    }

    /// <summary>A turn that had ended was painted again and again, smaller and smaller, until the next one began.</summary>
    [Fact]
    public async Task A_turn_that_has_ended_is_painted_no_more()
    {
        using ToldRun run = new(Served, "rests-painted", ToldRun.Question("five-1"), ToldRun.Slot,
            ToldRun.Frame.Replace(",[2,1]", "", StringComparison.Ordinal),
            """{"k":"done","n":1,"form":"sync","ms":50,"count":1,"bad":1,"mean":29,"rate":20}""");

        Assert.True(await AnswerAsync<bool>(run, Rests, AllCanvases));
    }

    /// <summary>A request that waits was painted again and again where it stood. The strip goes on: its turn becomes longer.</summary>
    [Fact]
    public async Task Requests_that_stay_where_they_are_are_not_painted_again()
    {
        using ToldRun run = new(Served, "waits-painted", ToldRun.Question("five-1"), ToldRun.Slot, ToldRun.Frame);

        Assert.True(await AnswerAsync<bool>(run, Rests, PeopleAlone));
    }

    /// <summary>Four seconds of pictures: strips changed with each line of the run, and lanes that nobody could see were painted.</summary>
    [Fact]
    public async Task Strips_of_a_live_race_are_painted_once_a_second_and_lanes_out_of_view_not_at_all()
    {
        using ToldRun run = new(Served, "away-painted", ToldRun.Question("five-1"), ToldRun.Slot, ToldRun.Frame);

        int[] painted = await AnswerAsync<int[]>(run, Paints);

        Assert.InRange(painted[0], 1, 100);
        Assert.InRange(painted[1], 1, 4);
        Assert.Equal([0, 0], painted[2..]);
    }

    /// <summary>What a script answers about the page once it has drawn the turn.</summary>
    private async Task<T> AnswerAsync<T>(ToldRun run, string script, string[]? classes = null)
    {
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await Expect(tab.Page.Locator("#lanes")).ToHaveAttributeAsync("data-drawn", "sync");
        T answer = await tab.Page.EvaluateAsync<T>(script, classes);
        Assert.Empty(tab.Complaints);
        return answer;
    }
}
