namespace Syncopate.Load;

internal enum ConnectionState
{
    Closed,
    Connecting,
    Idle,
    InFlight,
}
