using System.Globalization;
using System.Text.RegularExpressions;
using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class PagePicturesTests
{
    private const long Millisecond = 1_000_000;

    [Fact]
    public void A_request_is_grey_until_it_is_served_and_coloured_until_its_end()
    {
        FormPicture picture = Picture(Form.Sync, [Request(0, sent: 0, served: 600, end: 1_000)]);

        PageMarkup drawn = Waits(picture, 1_000);

        Assert.Equal("M0 1h1000", Path(drawn, "wait"));
        // One column less at the end, so that it can be told from a request that follows at once.
        Assert.Equal("M600 1h399", Path(drawn, "serve sync"));
    }

    [Fact]
    public void A_pause_of_a_user_is_neither_grey_nor_coloured()
    {
        FormPicture picture = Picture(Form.Sync, [Request(0, 0, 0, 200), Request(0, 700, 700, 1_000)]);

        Assert.Equal("M0 1h200m500 0h300", Path(Waits(picture, 1_000), "wait"));
    }

    [Fact]
    public void Both_forms_are_drawn_on_the_longer_ones_axis_with_equally_high_rows()
    {
        FormPicture slow = Picture(Form.Sync, [Request(0, 0, 0, 1_000), Request(1, 0, 0, 1_000)]);
        FormPicture fast = Picture(Form.Async, [Request(0, 0, 0, 100)]);

        PageWaitPicture pictures = new([slow, fast], new([1_000 * Millisecond]), "request");

        Assert.Equal("M0 1h99", Path(pictures.Draw(fast), "serve async"));
        Assert.Equal(Match(pictures.Draw(slow), "height=\"(\\d+)\""), Match(pictures.Draw(fast), "height=\"(\\d+)\""));
    }

    [Fact]
    public void A_request_whose_begin_the_server_did_not_tell_is_not_said_to_wait()
    {
        FormPicture picture = Picture(Form.Async, [Request(0, 0, -1, 1_000)]);

        PageMarkup drawn = Waits(picture, 1_000);

        Assert.Equal("", Path(drawn, "wait"));
        Assert.Equal("", Path(drawn, "serve async"));
        Assert.Equal("M0 1h999", Path(drawn, "serve unsaid async"));
    }

    [Fact]
    public void Of_many_users_some_are_drawn_and_the_legend_says_how_many()
    {
        FormPicture picture = Picture(Form.Sync, [.. Enumerable.Range(0, 5_000).Select(i => Request(i % 1_000, i, i, i + 1))]);

        PageWaitPicture pictures = new([picture], new([5_001 * Millisecond]), "request");

        Assert.Contains("60 of 1,000 users are drawn", pictures.Legend("a free thread").ToString(), StringComparison.Ordinal);
        Assert.Equal(60, Path(pictures.Draw(picture), "serve sync").Count(c => c == 'M'));
    }

    [Fact]
    public void Where_only_the_first_answers_were_kept_the_picture_says_so()
    {
        FormPicture picture = Picture(Form.Sync, [Request(0, 1_200, 1_300, 2_037)]);
        PageTimeScale time = new([2_965 * Millisecond]);

        PageWaitPicture part = new([picture with { Answers = 1_234 }], time, "request");
        PageWaitPicture whole = new([picture with { Answers = 1 }], time, "request");

        Assert.Contains(
            "the first 1 after its head, sent from 1,200 ms on", part.Legend("a free thread").ToString(), StringComparison.Ordinal);
        Assert.Contains("the last of these done at", part.Draw(picture with { Answers = 1_234 }).ToString(), StringComparison.Ordinal);
        Assert.Contains("all done at", whole.Draw(picture with { Answers = 1 }).ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("after its head", whole.Legend("a free thread").ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Many_requests_of_one_user_cost_no_more_than_the_axis_has_columns()
    {
        FormPicture picture = Picture(Form.Sync, [.. Enumerable.Range(0, 100_000).Select(i => Request(0, i, i, i + 1))]);

        Assert.InRange(Path(Waits(picture, 100_000), "serve sync").Length, 1, 20);
    }

    [Fact]
    public void A_silent_monitor_leaves_a_gap_and_no_flat_line()
    {
        PageMarkup strip = Strip([Sample(0, 4), Sample(100, 4), Sample(200, 4), Sample(1_500, 4), Sample(1_600, 4)]);

        string line = Path(strip, "line sync");

        Assert.Equal(2, line.Count(c => c == 'M'));
        Assert.Contains("no data for 1,300 ms", strip.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Threads_are_drawn_as_steps_from_zero_with_the_last_count_at_the_line()
    {
        PageMarkup strip = Strip([Sample(0, 5), Sample(100, 5), Sample(200, 10), Sample(300, 10)]);

        // 1,000 columns for 400 ms; 400 levels from the top for 10 threads.
        Assert.Equal("M0 200H500V0H750", Path(strip, "line sync"));
        Assert.Equal("10", Match(strip, "<text class=\"end sync\"[^>]*>([^<]*)<"));
    }

    [Fact]
    public void Without_a_monitor_the_page_says_so()
    {
        var (silent, heard) = (Picture(Form.Sync, [Request(0, 0, 0, 400)]), Picture(Form.Async, []) with { Pool = [Sample(0, 5)] });

        PageThreadStrip strip = new([silent, heard], new([400 * Millisecond]));

        Assert.Contains("did not answer", strip.Draw(silent, "axes", "").ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void The_waterfall_shows_the_request_of_median_length()
    {
        RequestTrace With(int end, params RequestPart[] parts) => Request(0, 0, 0, end) with { Parts = parts };
        RequestPart emails = new("emails", 0, 40 * Millisecond);
        ExperimentReport experiment = ReportSpecimen.Template("x", "X") with
        {
            Pictures =
            [
                Picture(
                    Form.Async, [
                        With(300, emails, emails),
                        With(80, emails, new("tasks", 40 * Millisecond, 40 * Millisecond)),
                        With(10, emails, emails),
                        With(1),
                    ]),
            ],
        };

        string drawn = PageWaterfall.Figures(experiment, "x").ToString();

        Assert.Contains("<b>80 ms</b>", drawn, StringComparison.Ordinal);
        Assert.Contains("emails from 0 ms for 40 ms; tasks from 40 ms for 40 ms", drawn, StringComparison.Ordinal);
        Assert.Contains("""<rect x="50%" y="49" width="50%" """, drawn, StringComparison.Ordinal);
    }

    [Fact]
    public void Each_quantile_is_drawn_for_both_forms_on_one_axis_from_zero()
    {
        ExperimentReport experiment = ReportSpecimen.IoBound() with { Shift = [new(50, 1_000, 250, -750, 0.25)] };

        string drawn = PageShift.Picture(experiment).ToString();

        Assert.Contains("""<circle class="sync" cx="100%" """, drawn, StringComparison.Ordinal);
        Assert.Contains("""<circle class="async" cx="25%" """, drawn, StringComparison.Ordinal);
        Assert.Contains("median: Sync 1,000 ms, Async 250 ms", drawn, StringComparison.Ordinal);
    }

    [Fact]
    public void Work_without_several_calls_has_no_waterfall() =>
        Assert.True(PageWaterfall.Figures(ReportSpecimen.IoBound(), "x").IsEmpty);

    private static PageMarkup Waits(FormPicture picture, long end) =>
        new PageWaitPicture([picture], new([end * Millisecond]), "request").Draw(picture);

    private static PageMarkup Strip(PoolSample[] pool)
    {
        FormPicture picture = Picture(Form.Sync, []) with { Pool = pool };
        return new PageThreadStrip([picture], new([pool[^1].AtNanoseconds + 1])).Draw(picture, "axes", "");
    }

    private static FormPicture Picture(Form form, RequestTrace[] requests) => new(form, form.ToString(), 1, 0, requests, []);

    private static RequestTrace Request(int user, long sent, long served, long end) =>
        new(user, sent * Millisecond, served < 0 ? -1 : served * Millisecond, end * Millisecond, []);

    private static PoolSample Sample(long at, int threads) => new(at * Millisecond, threads, threads, 0, 0, 0, 0);

    private static string Path(PageMarkup markup, string kind) => Match(markup, $"class=\"{kind}\"[^>]* d=\"([^\"]*)\"");

    private static string Match(PageMarkup markup, string pattern)
    {
        Match match = Regex.Match(markup.ToString(), pattern);
        Assert.True(match.Success, string.Create(CultureInfo.InvariantCulture, $"{pattern} is not in {markup}"));
        return match.Groups[1].Value;
    }
}
