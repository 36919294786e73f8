namespace Syncopate.Load.Http1;

internal enum ConnectionState
{
    Closed,
    Connecting,
    Idle,
    InFlight,
}
