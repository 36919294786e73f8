using System.Diagnostics.Metrics;

namespace SampleSite.Internals;

/// <summary>How many contexts there are, as EF Core itself counts them: those that wait in a pool too.</summary>
internal static class LiveContexts
{
    public static long Count()
    {
        long count = 0;
        using MeterListener listener = new()
        {
            InstrumentPublished = static (instrument, listener) =>
            {
                if (instrument is { Meter.Name: "Microsoft.EntityFrameworkCore", Name: "microsoft.entityframeworkcore.active_dbcontexts" })
                    listener.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<int>((_, value, _, _) => count += value);
        listener.SetMeasurementEventCallback<long>((_, value, _, _) => count += value);
        listener.Start();
        listener.RecordObservableInstruments();
        return count;
    }
}
