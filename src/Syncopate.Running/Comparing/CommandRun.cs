using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace Syncopate.Running.Comparing;

/// <summary>Runs a command from start to end: how long it took by the clock, and how much processor time.</summary>
internal static class CommandRun
{
    private const int KeptCharacters = 500;

    // Where a process that has ended left children behind, they may hold its output open forever.
    private static readonly TimeSpan OutputTimeout = TimeSpan.FromSeconds(1);

    /// <summary>One run. Its input is empty; its output is read, which may hold it up, and thrown away. A null device in its place would
    /// be another run: some programs stop early where nobody reads.</summary>
    /// <exception cref="TargetFailedException">It cannot be started, or its exit code is not 0.</exception>
    public static async Task<(long Nanoseconds, long? CpuNanoseconds, long OutputBytes)> RunAsync(
        ComparedCommand command, TimeProvider time, CancellationToken cancellationToken)
    {
        using Process process = new() { StartInfo = Start(command) };
        long? cpuBefore = ChildrenCpu.Nanoseconds();
        long started = time.GetTimestamp();
        Launch(process, command);
        OutputCount output = new();
        Task reading = ReadAsync(process, output, out StringBuilder words);
        try
        {
            await process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }

        long nanoseconds = (long)time.GetElapsedTime(started).TotalNanoseconds;
        long? cpu = ChildrenCpu.Nanoseconds() - cpuBefore;
        await Task.WhenAny(reading, Task.Delay(OutputTimeout, time, cancellationToken)).ConfigureAwait(false);
        return process.ExitCode == 0
            ? (nanoseconds, cpu, output.Bytes)
            : throw new TargetFailedException(Describe(command, process.ExitCode, words));
    }

    private static ProcessStartInfo Start(ComparedCommand command) => new(command.Words[0], command.Words.Skip(1))
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
        UseShellExecute = false,
    };

    private static void Launch(Process process, ComparedCommand command)
    {
        try
        {
            process.Start();
        }
        catch (Win32Exception e)
        {
            throw new TargetFailedException($"Cannot run {command.Form}, '{command.Words[0]}': {e.Message.TrimEnd('.')}. "
                + "It is run without a shell: name a program, not a shell built-in.");
        }

        process.StandardInput.Close();
    }

    private static Task ReadAsync(Process process, OutputCount output, out StringBuilder words)
    {
        StringBuilder kept = words = new StringBuilder();
        return Task.WhenAll(output.ReadAsync(process.StandardOutput.BaseStream), KeepAsync(process.StandardError, kept));
    }

    private static async Task KeepAsync(StreamReader error, StringBuilder kept)
    {
        while (await error.ReadLineAsync().ConfigureAwait(false) is { } line)
        {
            lock (kept)
            {
                if (kept.Length < KeptCharacters)
                    kept.Append(line).Append(' ');
            }
        }
    }

    private static string Describe(ComparedCommand command, int exitCode, StringBuilder words)
    {
        lock (words)
        {
            string said = words.Length == 0
                ? "It wrote no error."
                : $"It wrote: {words.ToString(0, Math.Min(words.Length, KeptCharacters)).Trim()}";
            return string.Create(
                CultureInfo.InvariantCulture,
                $"{command.Form}, '{command.Text}', ended with exit code {exitCode}; only 0 can be compared. {said}");
        }
    }

    private sealed class OutputCount
    {
        private const int BufferBytes = 64 * 1024;

        // Written by the reading alone; read when the process has ended.
        private long _bytes;

        public long Bytes => Interlocked.Read(ref _bytes);

        public async Task ReadAsync(Stream output)
        {
            byte[] buffer = new byte[BufferBytes];
            while (await output.ReadAsync(buffer).ConfigureAwait(false) is > 0 and int count)
                Interlocked.Add(ref _bytes, count);
        }
    }
}
