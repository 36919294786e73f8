using System.Globalization;
using Microsoft.Diagnostics.Tracing;
using Syncopate.Runtimes;
using Syncopate.Units;
using Syncopate.WatchAgent;

namespace Syncopate.Watch.Awaits;

/// <summary>Reads the table of live awaits that the agent reports. Events come on one thread; <see cref="Latest"/> may be
/// asked on any.</summary>
/// <param name="placeAt">The line at an address of the process's code; null when it is not known.</param>
internal sealed class AwaitTableReader(Func<ulong, SourcePlace?> placeAt)
{
    private readonly List<LiveAwait> _sites = [];

    // Of assemblies seen, so that each is read once.
    private readonly Dictionary<string, Dictionary<string, StateMachine>> _assemblies = new(StringComparer.Ordinal);
    private readonly HashSet<string> _own = new(StringComparer.Ordinal);
    private AsyncMethodCount _methods;
    private bool _seesRuntimeAsync;
    private volatile LiveAwaits? _latest;

    /// <summary>The last whole table; null before the first.</summary>
    public LiveAwaits? Latest => _latest;

    /// <summary>Takes an event; any other is passed over.</summary>
    public void Keep(TraceEvent told)
    {
        if (told.ProviderName != AgentEvents.SourceName)
            return;
        if (told.EventName == nameof(AgentEvents.OwnAssembly) && told.PayloadValue(0) is string own && OwnCode.IsOwn(own) && _own.Add(own))
        {
            _methods += OwnAsyncMethods.Of(own);
            _seesRuntimeAsync = told.PayloadValue(1) is true or 1;
        }

        if (told.EventName == nameof(AgentEvents.AwaitSite))
            _sites.Add(Site(told));
        if (told.EventName != nameof(AgentEvents.AwaitTable))
            return;
        string unsupported = (string)told.PayloadValue(2);
        _latest = new LiveAwaits(
            (int)told.PayloadValue(0),
                Nanoseconds.ToMilliseconds((int)told.PayloadValue(1)),
                [.. _sites],
                unsupported.Length == 0 ? null : unsupported)
        {
            RuntimeAsyncMethods = _methods.RuntimeAsync,
            AsyncMethods = _methods.RuntimeAsync > 0 ? _methods.All : 0,
            HasRuntimeAsync = _seesRuntimeAsync,
        };
        _sites.Clear();
    }

    private LiveAwait Site(TraceEvent told)
    {
        (string name, string where) = Split((string)told.PayloadValue(0));
        string[] chain = ((string)told.PayloadValue(4)).Split('\n');
        string assembly = chain[0];
        if (assembly.Length > 0 && !_assemblies.ContainsKey(assembly))
        {
            _assemblies[assembly] = OwnCode.IsOwn(assembly)
                ? StateMachineReader.Read(assembly)
                    .GroupBy(machine => machine.TypeName)
                    .ToDictionary(group => group.Key, group => group.First())
                : [];
        }

        StateMachine? method = Find(name);
        SourcePlace? place = where.Length > 0 ? Place(method, where) : method?.Await((int)told.PayloadValue(1));
        return new LiveAwait(
            Method(name),
            place?.File ?? (method is { IsRuntimeAsync: true } ? method.File : null),
            place?.Line,
            (int)told.PayloadValue(2),
            (int)told.PayloadValue(3),
            [.. chain.Skip(1).Where(line => line.Length > 0).Select(Outer)]);
    }

    private string Outer(string line)
    {
        (string name, string where) = Split(line);
        return Place(Find(name), where) is { } place
            ? $"{Method(name)} ({AsyncTimelineText.Place(place.File, place.Line)})"
            : Method(name);
    }

    // A local function has such a sign in its name too, before its last bracket.
    private static (string Name, string Where) Split(string told)
    {
        int end = told.LastIndexOf('|');
        return end >= 0 && told.IndexOf('>', end) < 0 ? (told[..end], told[(end + 1)..]) : (told, "");
    }

    // By the number of the await, or by an address.
    private SourcePlace? Place(StateMachine? method, string where) => method is null ? null
        : where is ['@', .. var digits]
            ? ulong.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong address)
                ? placeAt(address)
                : null
        : int.TryParse(where, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int state) ? method.Await(state) : null;

    private string Method(string name) => Find(name)?.Method ?? StateMachineName.TypeAndMethod(name);

    private StateMachine? Find(string name) =>
        _assemblies.Values.Select(machines => machines.GetValueOrDefault(name)).FirstOrDefault(machine => machine is not null);
}
