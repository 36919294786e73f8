using Syncopate.Load.Client;

namespace Syncopate.Load;

/// <summary>The bounds that no answer may pass, so that a hostile or dead server costs neither memory nor time without
/// end; and the generator's own threads.</summary>
public sealed record LoadOptions
{
    /// <summary>Threads of the event loops, 1 to 64; default half of the processors, at least 1: the server on the same
    /// machine needs the others.
    /// Of no meaning to <see cref="HttpClientEngine"/>, which uses the thread pool.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public int Threads
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, 64);
            field = value;
        }
    } = Math.Clamp(Environment.ProcessorCount / 2, 1, 64);

    /// <summary>Longest time from sending a request to its last byte, 10 ms to 1 h; default 30 s. It alone bounds slow heads and bodies:
    /// the server that this tool is made for is starved, and a shorter limit on its first byte would cut off the very
    /// waits that are measured.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public TimeSpan TotalTimeout
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.FromMilliseconds(10));
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, TimeSpan.FromHours(1));
            field = value;
        }
    } = TimeSpan.FromSeconds(30);

    /// <summary>Most bytes of status lines, header fields and trailers of one answer; at least 256, default 64 KiB.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public int HeaderLimitBytes
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 256);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, 1024 * 1024);
            field = value;
        }
    } = 64 * 1024;

    /// <summary>Most bytes of one body; default 64 MiB. Bodies are counted, never kept.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long BodyLimitBytes
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            field = value;
        }
    } = 64 * 1024 * 1024;

    /// <summary>HTTP version: 1.1, the default, 2.0 or 3.0. Another than 1.1 needs <see cref="HttpClientEngine"/>; 3.0
    /// needs HTTPS and a system with QUIC.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Another version.</exception>
    public Version HttpVersion
    {
        get;
        init => field = value == System.Net.HttpVersion.Version11
            || value == System.Net.HttpVersion.Version20
            || value == System.Net.HttpVersion.Version30
            ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "HTTP is spoken in versions 1.1, 2.0 and 3.0.");
    } = System.Net.HttpVersion.Version11;

    /// <summary>True to accept any certificate, such as one that a development server made for itself; default false.</summary>
    public bool TrustsAnyCertificate { get; init; }
}
