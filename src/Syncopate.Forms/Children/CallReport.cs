namespace Syncopate.Children;

/// <summary>What a form gave before anything was measured.</summary>
/// <param name="Failure">What it threw, with its place; empty when it threw nothing.</param>
/// <param name="Answer">Its result in words, cut to what a message can hold.</param>
/// <param name="Hash">Tells results apart; empty for a form without one.</param>
/// <param name="Milliseconds">How long the call took.</param>
/// <param name="HeldMilliseconds">How long a second call held its caller before it gave a task; the same as the whole for a synchronous
/// form.</param>
/// <param name="WholeMilliseconds">How long that second call took.</param>
/// <param name="BusyMilliseconds">Of the time held, in which its thread worked or waited for a processor.</param>
/// <param name="WasDone">Whether its task was done when it was given.</param>
internal sealed record CallReport(
    string Failure, string Answer, string Hash, double Milliseconds, double HeldMilliseconds, double WholeMilliseconds,
        double BusyMilliseconds, bool WasDone)
{
    public void Write(BinaryWriter to)
    {
        to.Write(Failure);
        to.Write(Answer);
        to.Write(Hash);
        to.Write(Milliseconds);
        to.Write(HeldMilliseconds);
        to.Write(WholeMilliseconds);
        to.Write(BusyMilliseconds);
        to.Write(WasDone);
    }

    public static CallReport Read(BinaryReader from) => new(
        from.ReadString(), from.ReadString(), from.ReadString(), from.ReadDouble(), from.ReadDouble(), from.ReadDouble(),
            from.ReadDouble(), from.ReadBoolean());
}
