using System.Net.Sockets;
using System.Runtime.InteropServices;
using Syncopate.Journaling;
using Syncopate.Watch.Tests;
using Xunit;

namespace Syncopate.Tests.Measuring;

/// <summary>Which files are read: a pipe would be waited for, and a device has no end.</summary>
public sealed partial class RegularFileTests : IDisposable
{
    private const string NoRegularFile = "it is not a regular file, but for example a pipe or a device";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("")]
    [InlineData("text")]
    public void A_file_and_a_link_to_it_can_be_read_empty_or_not(string text)
    {
        File.WriteAllText(Named("file"), text);
        File.CreateSymbolicLink(Named("link"), Named("file"));

        Assert.Null(RegularFile.Refusal(Named("file")));
        Assert.Null(RegularFile.Refusal(Named("link")));
    }

    /// <summary>Whoever opens it says that better.</summary>
    [Fact]
    public void A_link_to_nothing_is_not_refused_for_its_kind()
    {
        File.CreateSymbolicLink(Named("link"), Named("none"));

        Assert.Null(RegularFile.Refusal(Named("link")));
    }

    [Fact]
    public void A_device_and_a_link_to_it_are_refused()
    {
        File.CreateSymbolicLink(Named("link"), "/dev/null");

        Assert.Equal((NoRegularFile, NoRegularFile), (RegularFile.Refusal("/dev/null"), RegularFile.Refusal(Named("link"))));
    }

    [Fact]
    public void A_pipe_is_refused_without_waiting_for_its_writer()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Elsewhere a pipe cannot be opened for both.");
        Assert.Equal(0, MakePipe(Named("pipe"), 0b110_000_000));

        Assert.Equal(NoRegularFile, RegularFile.Refusal(Named("pipe")));
    }

    [Fact]
    public void What_cannot_be_asked_says_so()
    {
        using Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(Named("socket")));

        Assert.Equal(
            "it is empty, or not a regular file: it cannot be opened for writing, which would tell",
            RegularFile.Refusal(Named("socket")));
    }

    [LibraryImport("libc", EntryPoint = "mkfifo", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int MakePipe(string path, uint mode);

    private string Named(string name) => Path.Combine(_folder.Path, name);
}
