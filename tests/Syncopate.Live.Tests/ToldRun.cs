using System.Diagnostics;
using System.Globalization;

namespace Syncopate.Live.Tests;

/// <summary>A run of this very process, which is alive, as its page follows it: line by line.</summary>
internal sealed class ToldRun : IDisposable
{
    /// <summary>The beginning of a turn of five users.</summary>
    public const string Slot =
        """{"k":"slot","n":1,"began":100,"x":"five-1","form":"sync","kind":"measured","round":1,"users":5}""";

    /// <summary>What is known of it after 50 ms: two requests have ended, one of them failed, and one waits.</summary>
    public const string Frame =
        """{"k":"f","n":1,"t":50,"ok":3,"bad":1,"fly":1,"thr":4,"use":2,"q":1,"e":[[0,1,2,30,0],[1,1,2,30,1],[2,1]]}""";

    private readonly string _file;

    /// <param name="served">Where it goes on.</param>
    /// <param name="name">Of its folder.</param>
    /// <param name="lines">What has been told already.</param>
    public ToldRun(Served served, string name, params string[] lines)
    {
        string folder = Directory.CreateDirectory(Path.Combine(served.Root, name)).FullName;
        File.WriteAllText(Path.Combine(folder, "run.jsonl"), "");
        _file = Path.Combine(folder, "live.jsonl");
        using Process own = Process.GetCurrentProcess();
        long began = new DateTimeOffset(own.StartTime).ToUnixTimeMilliseconds();
        Tell(string.Create(CultureInfo.InvariantCulture, $$"""{"k":"start","pid":{{own.Id}},"began":{{began}}}"""));
        Tell(lines);
        Address = "/race?result=" + name;
        Events = "/events?result=" + name;
    }

    /// <summary>Path of its page.</summary>
    public string Address { get; }

    /// <summary>Path of what it tells.</summary>
    public string Events { get; }

    /// <summary>What is asked, of two forms.</summary>
    /// <param name="id">Of the question.</param>
    public static string Question(string id) => "{\"k\":\"x\",\"id\":\"" + id + "\","
        + """
        "title":"Five users","question":"Which requests queue?","users":5,"margin":5,"time":"time","inside":false,
        "forms":[{"form":"sync","label":"blocking"},{"form":"async","label":"awaiting"}],"looks":[4,5,6,7,8]}
        """.ReplaceLineEndings("");

    /// <summary>A line of a slot as one of a later slot: its number, its beginning, a second a slot, and its form.</summary>
    /// <param name="line">Of the first one.</param>
    /// <param name="number">Of the later one.</param>
    /// <param name="form">Which form's turn that is.</param>
    public static string Later(string line, int number, string form) => line
        .Replace("\"n\":1", string.Create(CultureInfo.InvariantCulture, $"\"n\":{number}"), StringComparison.Ordinal)
        .Replace("\"began\":100", string.Create(CultureInfo.InvariantCulture, $"\"began\":{1000 * number}"), StringComparison.Ordinal)
        .Replace("\"form\":\"sync\"", $"\"form\":\"{form}\"", StringComparison.Ordinal);

    /// <summary>Tells more.</summary>
    public void Tell(params string[] lines) => File.AppendAllLines(_file, lines);

    /// <summary>Ends it as a run in order does.</summary>
    public void Dispose() => File.Delete(_file);
}
