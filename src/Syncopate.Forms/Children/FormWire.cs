using Syncopate.Calling;
using Syncopate.Histograms;
using Syncopate.Load;

namespace Syncopate.Children;

/// <summary>The language between the program that measures and a process that calls a form: both are of one version,
/// so that a message is its fields in their order. Each has its length in front.</summary>
internal static class FormWire
{
    /// <summary>Asks for one answer of the form; answered by a <see cref="CallReport"/>.</summary>
    public const byte Ask = 1;

    /// <summary>Asks for a load; answered by a <see cref="LoadResult"/>.</summary>
    public const byte Drive = 2;

    /// <summary>Ends the load under way; answered by what it has measured. A byte alone.</summary>
    public const byte Stop = 3;

    private const int MostBytes = 1 << 26;

    /// <summary>Writes a message.</summary>
    public static async Task SendAsync(Stream stream, Action<BinaryWriter> write, CancellationToken cancellationToken) =>
        await stream.WriteAsync(Bytes(write), cancellationToken).ConfigureAwait(false);

    /// <summary>A message with its length.</summary>
    public static byte[] Bytes(Action<BinaryWriter> write)
    {
        using MemoryStream buffer = new();
        Fill(buffer, write);
        return buffer.ToArray();
    }

    /// <summary>Makes a message in a buffer that is used again and again.</summary>
    public static void Fill(MemoryStream buffer, Action<BinaryWriter> write)
    {
        buffer.SetLength(0);
        using BinaryWriter writer = new(buffer, System.Text.Encoding.UTF8, leaveOpen: true);
        writer.Write(0);
        write(writer);
        writer.Flush();
        BitConverter.TryWriteBytes(buffer.GetBuffer(), (int)buffer.Length - sizeof(int));
    }

    /// <summary>Reads a message.</summary>
    /// <exception cref="IOException">The other side is gone, or speaks another language.</exception>
    public static async Task<BinaryReader> ReceiveAsync(Stream stream, CancellationToken cancellationToken)
    {
        byte[] length = new byte[sizeof(int)];
        await stream.ReadExactlyAsync(length, cancellationToken).ConfigureAwait(false);
        byte[] bytes = new byte[Checked(BitConverter.ToInt32(length))];
        await stream.ReadExactlyAsync(bytes, cancellationToken).ConfigureAwait(false);
        return new BinaryReader(new MemoryStream(bytes));
    }

    /// <summary>The same, on a thread that may block.</summary>
    /// <exception cref="IOException">The other side is gone, or speaks another language.</exception>
    public static BinaryReader Receive(Stream stream)
    {
        byte[] length = new byte[sizeof(int)];
        stream.ReadExactly(length);
        byte[] bytes = new byte[Checked(BitConverter.ToInt32(length))];
        stream.ReadExactly(bytes);
        return new BinaryReader(new MemoryStream(bytes));
    }

    /// <summary>Writes what a form is to be driven with.</summary>
    public static void Write(BinaryWriter to, LoadRequest request, TimeSpan timeout)
    {
        (byte Kind, int First, int Second, int Third, long Ticks, double From, double Until) shape = request.Shape switch
        {
            UsersTimesLoops s => (0, s.Users, s.Loops, 0, 0L, 0.0, 0.0),
            UsersForTime s => (1, s.Users, 0, 0, s.Duration.Ticks, 0.0, 0.0),
            SteppedUsers s => (2, s.Start, s.Step, s.Maximum, s.StepDuration.Ticks, 0.0, 0.0),
            Arrivals s => (3, s.MaximumInFlight, 0, 0, s.Duration.Ticks, s.FromPerSecond, s.ToPerSecond),
            _ => throw new ArgumentOutOfRangeException(nameof(request), request.Shape, "Not a load on a form."),
        };
        to.Write(shape.Kind);
        to.Write(shape.First);
        to.Write(shape.Second);
        to.Write(shape.Third);
        to.Write(shape.Ticks);
        to.Write(shape.From);
        to.Write(shape.Until);
        to.Write(request.Discard.Ticks);
        to.Write(request.MaximumTraces);
        to.Write(timeout.Ticks);
    }

    /// <summary>Reads what <see cref="Write(BinaryWriter, LoadRequest, TimeSpan)"/> wrote.</summary>
    public static (LoadRequest Request, TimeSpan Timeout) ReadRequest(BinaryReader message)
    {
        byte kind = message.ReadByte();
        (int first, int second, int third) = (message.ReadInt32(), message.ReadInt32(), message.ReadInt32());
        TimeSpan time = new(message.ReadInt64());
        (double from, double until) = (message.ReadDouble(), message.ReadDouble());
        LoadShape shape = kind switch
        {
            0 => new UsersTimesLoops(first, second),
            1 => new UsersForTime(first, time),
            2 => new SteppedUsers(first, second, third, time),
            _ => new Arrivals(from, until, time) { MaximumInFlight = first },
        };
        TimeSpan discard = new(message.ReadInt64());
        int traces = message.ReadInt32();
        return (new LoadRequest("/", shape) { Discard = discard, MaximumTraces = traces }, new TimeSpan(message.ReadInt64()));
    }

    /// <summary>Writes what was measured.</summary>
    public static void Write(BinaryWriter to, LoadResult result)
    {
        foreach (long figure in new[] { result.StartedTimestamp, result.EndedTimestamp, result.Discarded, result.Started,
            result.Unfinished, result.Drained, result.Overflowed })
        {
            to.Write(figure);
        }

        foreach (double figure in new[] { result.LatencySumNanoseconds, result.DrainNanoseconds, result.InFlightShare,
            result.MeanInFlight })
        {
            to.Write(figure);
        }

        Write(to, result.Latencies);
        Write(to, result.ServiceTimes);
        Write(to, result.Lateness);
        to.Write(result.Errors.Count);
        foreach ((string kind, long count) in result.Errors)
        {
            to.Write(kind);
            to.Write(count);
        }

        to.Write(result.Traces.Count);
        foreach (RequestTrace trace in result.Traces)
        {
            to.Write(trace.User);
            to.Write(trace.SentNanoseconds);
            to.Write(trace.ServedNanoseconds);
            to.Write(trace.EndNanoseconds);
        }

        to.Write(result.Cancelled);
        to.Write(result.Failure?.What ?? "");
        to.Write(result.Failure?.AtNanoseconds ?? 0);
        to.Write(result.Failure?.Finding ?? "");
    }

    /// <summary>Reads what <see cref="Write(BinaryWriter, LoadResult)"/> wrote.</summary>
    public static LoadResult ReadResult(BinaryReader message)
    {
        long[] whole = [.. Enumerable.Range(0, 7).Select(_ => message.ReadInt64())];
        double[] real = [.. Enumerable.Range(0, 4).Select(_ => message.ReadDouble())];
        Histogram latencies = ReadHistogram(message) ?? new Histogram();
        (Histogram? services, Histogram? lateness) = (ReadHistogram(message), ReadHistogram(message));
        Dictionary<string, long> errors = new(StringComparer.Ordinal);
        for (int left = message.ReadInt32(); left > 0; left--)
            errors[message.ReadString()] = message.ReadInt64();
        RequestTrace[] traces = [.. Enumerable.Range(0, message.ReadInt32()).Select(_ =>
            new RequestTrace(message.ReadInt32(), message.ReadInt64(), message.ReadInt64(), message.ReadInt64(), []))];
        bool cancelled = message.ReadBoolean();
        (string what, long at, string finding) = (message.ReadString(), message.ReadInt64(), message.ReadString());
        return LoadResult.OfCalls(whole[0], whole[1], latencies, new Histogram()) with
        {
            LatencySumNanoseconds = real[0],
            Discarded = whole[2],
            Errors = errors,
            Started = whole[3],
            Unfinished = whole[4],
            Drained = whole[5],
            DrainNanoseconds = real[1],
            ServiceTimes = services,
            Lateness = lateness,
            Overflowed = whole[6],
            InFlightShare = real[2],
            MeanInFlight = real[3],
            Traces = traces,
            Cancelled = cancelled,
            Failure = what.Length > 0 ? new LoadFailure(at, finding, what) : null,
        };
    }

    /// <summary>Writes what was thrown.</summary>
    public static void Write(BinaryWriter to, IReadOnlyList<ThrownCall> thrown)
    {
        to.Write(thrown.Count);
        foreach (ThrownCall call in thrown)
        {
            to.Write(call.Label);
            to.Write(call.Kind);
            to.Write(call.Text);
        }
    }

    /// <summary>Reads what <see cref="Write(BinaryWriter, IReadOnlyList{ThrownCall})"/> wrote.</summary>
    public static IReadOnlyList<ThrownCall> ReadThrown(BinaryReader message) =>
    [
        .. Enumerable.Range(0, message.ReadInt32()).Select(_ =>
            new ThrownCall(message.ReadString(), message.ReadString(), message.ReadString())),
    ];

    /// <summary>The counters in use, each with its place: nothing is allocated for them.</summary>
    private static void Write(BinaryWriter to, Histogram? histogram)
    {
        to.Write(histogram is not null);
        if (histogram is null)
            return;
        ReadOnlySpan<long> counts = histogram.Counts;
        int last = histogram.LastUsedIndex;
        for (int index = 0; index <= last; index++)
        {
            if (counts[index] == 0)
                continue;
            to.Write(index);
            to.Write(counts[index]);
        }

        to.Write(-1);
    }

    private static Histogram? ReadHistogram(BinaryReader message)
    {
        if (!message.ReadBoolean())
            return null;
        Histogram histogram = new();
        for (int index; (index = message.ReadInt32()) >= 0;)
            histogram.AddAt(index, message.ReadInt64());
        return histogram;
    }

    private static int Checked(int length) => length is >= 0 and <= MostBytes
        ? length
        : throw new IOException($"A message of {length} bytes: whoever is at the other end is not a process of this run.");
}
