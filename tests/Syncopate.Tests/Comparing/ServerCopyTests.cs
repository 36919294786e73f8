using System.Net;
using System.Net.Sockets;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Tests.Comparing;

[Trait("Judges", "behaviour")]
public sealed class ServerCopyTests
{
    private static readonly Uri Address = new("http://127.0.0.1:5080");

    [Theory]
    [InlineData("app.dll --urls http://127.0.0.1:5080", "app.dll --urls http://127.0.0.1:7001")]
    [InlineData("app.dll --urls=http://127.0.0.1:0", "app.dll --urls=http://127.0.0.1:7001")]
    [InlineData("app.dll --URLS http://*:5080;https://*:5443 --x 1", "app.dll --URLS http://127.0.0.1:7001 --x 1")]
    [InlineData("server.py --port 5080", "server.py --port 7001")]
    [InlineData("server --listen 0.0.0.0:5080 --peer h:50801", "server --listen 0.0.0.0:7001 --peer h:50801")]
    [InlineData("-m http.server 5080", "-m http.server 7001")]
    [InlineData("app.dll", "app.dll")]
    public void The_copy_has_the_same_arguments_with_another_port(string line, string expected) =>
        Assert.Equal(expected, string.Join(' ', Copy(line).Command(7001).Arguments));

    [Fact]
    public void The_copy_has_the_same_variables_and_is_told_its_address()
    {
        ServerCommand command = (Copy("app.dll") with
        {
            Environment = new Dictionary<string, string> { ["PORT"] = "5080", ["ASPNETCORE_URLS"] = "http://+:5080", ["Feeds__Url"] = "http://127.0.0.1:5081", ["Name"] = "x=y" },
        }).Command(7001);

        Assert.Equal(new Uri("http://127.0.0.1:7001"), command.Address);
        Assert.Equal(
            "ASPNETCORE_URLS=http://127.0.0.1:7001 Feeds__Url=http://127.0.0.1:5081 Name=x=y PORT=7001 URLS=http://127.0.0.1:7001",
            string.Join(' ', command.Environment.OrderBy(v => v.Key, StringComparer.Ordinal).Select(v => $"{v.Key}={v.Value}")));
    }

    [Fact]
    public void The_copy_is_reached_where_the_one_that_runs_is() =>
        Assert.Equal(IPAddress.IPv6Any, (Copy("app.dll") with { Host = IPAddress.IPv6Any }).Command(7001).Host);

    [Fact]
    public void Copies_for_two_forms_are_two_servers() => Assert.NotEqual(Copy("app.dll"), Copy("app.dll") with { Name = "B" });

    [Fact]
    public void A_server_is_copied_as_the_system_shows_it()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux shows how a process was started.");
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();

        ServerCopy copy = ServerCopy.Of("A", Url("127.0.0.1", listener), IPAddress.Loopback);

        Assert.Equal((Environment.ProcessPath, Environment.CurrentDirectory), (copy.FileName, copy.WorkingDirectory));
        Assert.Equal(Environment.GetEnvironmentVariable("PATH"), copy.Environment["PATH"]);
    }

    /// <summary>By the port alone it would be a copy of whatever listens on it at another address of this machine.</summary>
    [Fact]
    public void A_server_with_a_name_is_sought_at_the_address_that_the_name_means()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux shows how a process was started.");
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        Uri named = Url("here.invalid", listener);

        Assert.Equal(IPAddress.Loopback, ServerCopy.Of("A", named, IPAddress.Loopback).Host);
        Assert.Throws<TargetFailedException>(() => ServerCopy.Of("A", named, IPAddress.Parse("127.0.0.2")));
    }

    [Theory]
    [InlineData("https://127.0.0.1:5443", "a copy has no certificate for https")]
    [InlineData("http://127.0.0.1:1", "no process of yours on this machine is known to listen there")]
    public void What_cannot_be_copied_is_refused_with_what_to_do_instead(string address, string reason)
    {
        string message = Assert.Throws<TargetFailedException>(() => ServerCopy.Of("A", new Uri(address), IPAddress.Loopback)).Message;

        Assert.Contains(reason, message, StringComparison.Ordinal);
        Assert.Contains("--launch-a", message, StringComparison.Ordinal);
    }

    private static Uri Url(string host, TcpListener listener) =>
        new UriBuilder(Uri.UriSchemeHttp, host, ((IPEndPoint)listener.LocalEndpoint).Port).Uri;

    private static ServerCopy Copy(string arguments) =>
        new("A", Address, "dotnet", arguments.Split(' '), "/srv", new Dictionary<string, string>());
}
