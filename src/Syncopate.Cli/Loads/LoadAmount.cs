using System.CommandLine;
using System.Globalization;
using Syncopate.Cli.Lines;
using Syncopate.Texts;

namespace Syncopate.Cli.Loads;

/// <summary>The options that say how much load: users with requests, loops or a time; steps; or a rate.</summary>
internal sealed class LoadAmount
{
    private const int DefaultUsers = 50;
    private const int MostUsers = 10_000;
    private const int MostLoops = 1_000_000;
    private const string DefaultDuration = "10s";

    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan LongestStep = TimeSpan.FromHours(1);
    private static readonly TimeSpan Longest = TimeSpan.FromHours(24);

    private readonly Option<string?> _users = new("--users", "-c")
    {
        Description = $"Users, each with one request in flight, up to {MostUsers}; {DefaultUsers} when not given. "
            + "With --rate: most requests in flight.",
        HelpName = "N",
    };
    private readonly Option<string?> _requests = new("--requests", "-n")
    {
        Description = "Requests in all, shared evenly by the users.",
        HelpName = "N",
    };
    private readonly Option<string?> _loops = new("--loops") { Description = "Requests of each user.", HelpName = "N" };
    private readonly Option<string[]> _duration = new("--duration", "-d")
    {
        Description = $"How long: 500ms, 10s, 2m, 1h. {DefaultDuration} when no amount is given. -d @FILE sets the body instead.",
        HelpName = "TIME",
        AllowMultipleArgumentsPerToken = false,
    };
    private readonly Option<string?> _rate = new("--rate")
    {
        Description = "Arrival rate in requests/s, whatever the server does (open workload): 500, or from one rate to another: 100..1000.",
        HelpName = "N[..M]",
    };
    private readonly Option<string?> _step = new("--step")
    {
        Description = "Users added one step after the other: 1..10:5s adds one every 5 s, 10..100+10:5s adds ten.",
        HelpName = "A..B[+N]:TIME",
    };

    /// <summary>The options, in the order of the help.</summary>
    public IReadOnlyList<Option> All => [_users, _requests, _loops, _duration, _rate, _step];

    /// <summary>The body that was given as <c>-d @FILE</c>, the "@" included; null when none was.</summary>
    public string? Body(ParseResult line) => Values(line).FirstOrDefault(IsBody);

    /// <summary>True when the line says how long a load lasts, or how many requests it has; false for users or a rate alone.</summary>
    public bool SaysHowLong(ParseResult line) =>
        new Option[] { _requests, _loops, _step }.Any(option => line.GetResult(option) is { Implicit: false })
            || Values(line).Any(value => !IsBody(value));

    /// <summary>The time that was given, alone; null when none was.</summary>
    /// <exception cref="UsageException">It is out of its range, or given twice.</exception>
    public TimeSpan? Duration(ParseResult line) => Values(line).Where(value => !IsBody(value)).ToArray() switch
    {
        [] => null,
        [var text] => LineValue.Duration("--duration", text, Tick, Longest),
        var several => throw new UsageException($"--duration is given {several.Length} times. Give one."),
    };

    /// <exception cref="UsageException">Options exclude each other, or a value is out of its range.</exception>
    public LoadShape Read(ParseResult line)
    {
        string[] durations = [.. Values(line).Where(value => !IsBody(value))];
        if (durations.Length > 1)
            throw new UsageException($"--duration is given {durations.Length} times. Give one; a body is --body TEXT or -d @FILE.");
        string? duration = durations.FirstOrDefault();
        CheckOneAmount(line, duration);
        if (line.GetValue(_step) is { } step)
            return Steps(step);
        TimeSpan time = LineValue.Duration("--duration", duration ?? DefaultDuration, Tick, Longest);
        if (line.GetValue(_rate) is { } rate)
            return Rate(rate, time, line.GetValue(_users));
        if (line.GetValue(_requests) is { } requests)
            return Requests(requests, line.GetValue(_users));
        int users = Users(line.GetValue(_users));
        return line.GetValue(_loops) is { } loops
            ? new UsersTimesLoops(users, (int)LineValue.Whole("--loops", loops, 1, MostLoops))
            : new UsersForTime(users, time);
    }

    private string[] Values(ParseResult line) => line.GetValue(_duration) ?? [];

    private static bool IsBody(string value) => value.StartsWith('@');

    private void CheckOneAmount(ParseResult line, string? duration)
    {
        string[] amounts = [.. new Option[] { _requests, _loops, _rate, _step }
            .Where(option => line.GetResult(option) is { Implicit: false })
            .Select(option => option.Name)];
        if (amounts.Length > 1)
            throw new UsageException($"{string.Join(" and ", amounts)} exclude each other: each says how much load. Give one of them.");
        if (duration is not null && amounts is [not "--rate" and { } amount])
            throw new UsageException($"--duration and {amount} exclude each other: both say when the load ends. Give one of them.");
        if (line.GetValue(_step) is not null && line.GetValue(_users) is not null)
        {
            throw new UsageException(
                "--users and --step exclude each other: the steps say how many users there are. Example: --step 1..10:5s");
        }
    }

    private static int Users(string? text) => text is null ? DefaultUsers : (int)LineValue.Whole("--users", text, 1, MostUsers);

    private static UsersTimesLoops Requests(string text, string? usersText)
    {
        long requests = LineValue.Whole("--requests", text, 1, (long)MostUsers * MostLoops);
        int users = usersText is null ? (int)Math.Min(DefaultUsers, requests) : Users(usersText);
        long loops = requests / users;
        if (loops > MostLoops)
        {
            throw new UsageException(string.Create(
                CultureInfo.InvariantCulture,
                $"{requests} requests of {Counted.Of(users, "user")} are {loops} of each; the most is {MostLoops}. "
                    + $"Give more --users, or a --duration."));
        }

        if (loops * users == requests)
            return new UsersTimesLoops(users, (int)loops);
        string fewer = loops == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $"-n {loops * users} or ");
        throw new UsageException(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{Counted.Of(requests, "request")} cannot be shared evenly by {users} users. Give {fewer}-n {(loops + 1) * users}, "
                    + $"or another number of users: -c N."));
    }

    private static Arrivals Rate(string text, TimeSpan time, string? inFlight)
    {
        string[] ends = text.Split("..");
        double from = LineValue.PerSecond("--rate", ends[0]);
        double to = ends.Length == 1 ? from : LineValue.PerSecond("--rate", string.Join("..", ends[1..]));
        Arrivals arrivals = new(from, to, time);
        return inFlight is null ? arrivals : arrivals with { MaximumInFlight = Users(inFlight) };
    }

    private static SteppedUsers Steps(string text)
    {
        const string Form = "--step takes users from..to:time";
        int colon = text.IndexOf(':', StringComparison.Ordinal);
        string[] ends = (colon < 0 ? text : text[..colon]).Split("..");
        if (colon < 0 || ends.Length != 2)
            throw new UsageException($"{Form}; found '{text}'. Examples: --step 1..10:5s, --step 10..100+10:5s");
        string[] last = ends[1].Split('+', 2);
        int start = (int)LineValue.Whole("--step", ends[0], 1, MostUsers);
        int maximum = (int)LineValue.Whole("--step", last[0], 1, MostUsers);
        if (maximum < start)
            throw new UsageException($"{Form}, and the first number is not above the second; found '{text}'. Example: --step 1..10:5s");
        int step = last.Length == 1 ? 1 : (int)LineValue.Whole("--step", last[1], 1, MostUsers);
        return new SteppedUsers(start, step, maximum, LineValue.Duration("--step", text[(colon + 1)..], Tick, LongestStep));
    }
}
