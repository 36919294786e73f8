using System.Text;

namespace Syncopate.Reporting.Gates;

/// <summary>One gate from what is asked for to what is written: reads the results, judges, and leaves files for the build server.</summary>
/// <param name="gate">What is asked for.</param>
/// <param name="host">What it is done with.</param>
internal sealed class GateJob(RequestedGate gate, GateHost host)
{
    // What GitHub takes from a step; more is refused as a whole.
    private const int SummaryBytes = 1 << 20;

    /// <summary>Reads the result and what it is compared with, and judges.</summary>
    /// <exception cref="UnusableResultException">A result cannot be read, or the two cannot be compared.</exception>
    /// <exception cref="Journaling.JournalException">A journal cannot be read.</exception>
    /// <exception cref="FormatException">A limit names what the result does not have.</exception>
    public async Task<GateReport> JudgeAsync(CancellationToken cancellationToken)
    {
        GateResult result = Read(gate.Result);
        GateResult? baseline = gate.Baseline is { } path && host.FindBaseline is null ? Read(path) : null;
        if (host.FindBaseline is { } find)
            baseline = await find(result, cancellationToken).ConfigureAwait(false);
        try
        {
            return Gate.Judge(result, baseline, gate.Rules);
        }
        catch (NotSupportedException e)
        {
            throw new UnusableResultException(e.Message, e);
        }
    }

    /// <summary>Writes the files that were asked for. What cannot be written is said, and what else was asked for is written all the
    /// same.</summary>
    /// <returns>True when all of them could be written.</returns>
    public bool Write(GateReport report)
    {
        bool hasFile = gate.JUnit is not { } file || IsWritten(file, JUnitReport.Write(report), append: false);
        bool hasSummary = gate.Summary is not { } summary || IsSummarized(report, summary);
        return hasFile && hasSummary;
    }

    private GateResult Read(string path)
    {
        try
        {
            return host.Read(path);
        }
        catch (FormatException e)
        {
            throw new UnusableResultException(e.Message, e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UnusableResultException(
                $"Cannot read the result '{path}': {e.Message.TrimEnd('.')}. Give a run's folder, its run.jsonl or a report.json.", e);
        }
    }

    /// <summary>Steps share nothing, but one step may call the gate twice: what is there already counts.</summary>
    /// <returns>False when it could not be written.</returns>
    private bool IsSummarized(GateReport report, string file)
    {
        long used = File.Exists(file) ? new FileInfo(file).Length : 0;
        if (used > SummaryBytes - 1_000)
        {
            host.Say("The job summary is full; nothing was added to it.");
            return true;
        }

        if (!IsWritten(file, GateMarkdown.Write(report, (int)(SummaryBytes - used)), append: true))
            return false;
        host.Say("Summary written to the job summary.");
        return true;
    }

    private bool IsWritten(string file, string text, bool append)
    {
        try
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            using FileStream stream = new(file, append ? FileMode.Append : FileMode.Create, FileAccess.Write);
            stream.Write(bytes);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            host.SayFault(
                $"Cannot write '{file}': {e.Message.TrimEnd('.')}. Name a file in a folder that is there and that you may write.");
            return false;
        }
    }
}
