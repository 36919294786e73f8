// Appends slots to the journal of a folder and prints the number of each once it is on the disk: what has been printed
// must be found again, whatever ends this program. Usage: JournalWriter FOLDER (SLOTS | asked): so many slots, or one for each line of
// standard input.
using System.Diagnostics;
using System.Globalization;
using Syncopate;
using Syncopate.Journaling;

bool asked = args[1] == "asked";
int slots = asked ? int.MaxValue : int.Parse(args[1], CultureInfo.InvariantCulture);
Stopwatch clock = Stopwatch.StartNew();
JournalWriter? journal = null;
try
{
    journal = JournalWriter.Create(args[0]);
    journal.Append(Header());
    for (int number = 1; number <= slots && (!asked || Console.ReadLine() is not null); number++)
    {
        journal.Append(Slot(number));
        Console.WriteLine(number.ToString(CultureInfo.InvariantCulture));
    }

    journal.Append(new RunEnd(RunOutcome.Finished, "", Nanoseconds()));
    return 0;
}
catch (JournalException failure)
{
    Console.Error.WriteLine(failure.Message);
    return journal is null || FailsAgain(journal, failure.Message) ? 1 : 2;
}
finally
{
    journal?.Dispose();
}

long Nanoseconds() => (long)clock.Elapsed.TotalNanoseconds;

// A journal that has failed must not touch the disk again; the tests watch its system calls.
bool FailsAgain(JournalWriter failed, string message)
{
    try
    {
        failed.Append(new RunEnd(RunOutcome.Faulted, message, Nanoseconds()));
        return false;
    }
    catch (JournalException again)
    {
        return again.Message == message;
    }
}

RunHeader Header() => new()
{
    Schema = JournalReader.Schema,
    ToolVersion = "0.1.0",
    Command = "JournalWriter",
    Mode = "quick",
    Seed = 1,
    StartedUtc = TimeProvider.System.GetUtcNow(),
    Machine = new Machine(".NET", "any", "any", 1, 1, null),
    Experiments = ["kill"],
};

// Slots differ in length, up to 30 kB, so that they end anywhere in a page; what each holds follows from its number, so
// that a reader can check it.
Slot Slot(int number)
{
    long started = Nanoseconds();
    DateTimeOffset startedUtc = TimeProvider.System.GetUtcNow();
    PoolSample[] pool = Enumerable.Range(0, number * 97 % 300).Select(i => new PoolSample(i, number, 0, 0, 0, 0, 0)).ToArray();
    return new Slot
    {
        Experiment = "kill",
        Round = number,
        Position = 1,
        Form = Form.Async,
        Kind = SlotKind.Measured,
        Process = 1,
        Users = 1,
        StartedNanoseconds = started,
        StartedUtc = startedUtc,
        DurationNanoseconds = Nanoseconds() - started,
        Count = number,
        Discarded = 0,
        Errors = new Dictionary<string, long>(),
        Histogram = "",
        LatencySumNanoseconds = number,
        BodyBytes = 0,
        InFlightShare = 1,
        GeneratorCpuNanoseconds = 0,
        Target = null,
        Pool = pool,
        Traces = [],
        Counters = new Dictionary<string, double>(),
    };
}
