using Syncopate.Load.Http1;

namespace Syncopate.Load.Loops;

/// <summary>Who sends when, on the connections of one event loop. The loop's thread calls it.</summary>
internal interface ILoadModel
{
    /// <summary>When <see cref="Advance"/> has something to do next; <see cref="long.MaxValue"/> when only an answer
    /// can bring that about.</summary>
    long NextDue { get; }

    /// <summary>True when all requests that the load wants have ended.</summary>
    bool IsDone { get; }

    /// <summary>The load begins.</summary>
    void Start(long now);

    /// <summary>Sends what is due.</summary>
    void Advance(long now);

    /// <summary>The request of a connection has ended, and the connection is idle or closed.</summary>
    void End(Connection connection, bool answered, long now);

    /// <summary>The load has ended, perhaps before it was done.</summary>
    void Finish();
}
