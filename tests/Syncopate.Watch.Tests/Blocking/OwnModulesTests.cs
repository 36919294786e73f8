using System.Buffers.Binary;
using System.Text;
using Syncopate.Watch.Processes;
using Xunit;

namespace Syncopate.Watch.Tests.Blocking;

/// <summary>Whose an assembly is: in a program beside a shared runtime, one that brings its own, and one that was
/// published as a single file.</summary>
public sealed class OwnModulesTests
{
    private const string List = """
        {
          "targets": { ".NETCoreApp,Version=v10.0/linux-x64": {
            "Shop/1.0.0": { "runtime": { "Shop.dll": {} } },
            "Npgsql/10.0.0": { "runtime": { "lib/net10.0/Npgsql.dll": {} } },
            "runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/10.0.12": { "runtime": { "System.Private.CoreLib.dll": {}, "System.Net.Sockets.dll": {} } } } },
          "libraries": {
            "Shop/1.0.0": { "type": "project" },
            "Npgsql/10.0.0": { "type": "package" },
            "runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/10.0.12": { "type": "runtimepack" } }
        }
        """;

    [Theory]
    [InlineData("Shop.dll", nameof(FrameOrigin.Own))]
    [InlineData("Npgsql.dll", nameof(FrameOrigin.Package))]
    [InlineData("System.Net.Sockets.dll", nameof(FrameOrigin.Framework))]
    public void A_program_that_brings_its_runtime_lists_it(string name, string whose)
    {
        using TemporaryFolder folder = new();
        File.WriteAllText(Path.Combine(folder.Path, "Shop.deps.json"), List);

        Assert.Equal(whose, new OwnModules().Origin(Path.Combine(folder.Path, name)).ToString());
        Assert.Equal("10.0.12", DependencyList.Of(folder.Path).Runtime);
    }

    [Theory]
    [InlineData("Shop.dll", nameof(FrameOrigin.Own))]
    [InlineData("Npgsql.dll", nameof(FrameOrigin.Package))]
    [InlineData("System.Private.CoreLib.dll", nameof(FrameOrigin.Framework))]
    public void A_single_file_has_the_list_within(string name, string whose)
    {
        using TemporaryFolder folder = new();
        string program = Path.Combine(folder.Path, "Shop");
        File.WriteAllBytes(program, Bundle());

        Assert.Equal(whose, new OwnModules().Origin(Path.Combine(folder.Path, name)).ToString());
        Assert.Equal("10.0.12", DependencyList.OfSingleFile(program).Runtime);
        Assert.True(SingleFile.Is(program));
    }

    [Theory]
    [InlineData("System.Private.CoreLib.dll", nameof(FrameOrigin.Framework))]
    [InlineData("Microsoft.AspNetCore.Server.Kestrel.Core.dll", nameof(FrameOrigin.Framework))]
    [InlineData("Microsoft.EntityFrameworkCore.dll", nameof(FrameOrigin.Package))]
    [InlineData("Shop.dll", nameof(FrameOrigin.Own))]
    public void Without_a_list_the_names_decide(string name, string whose)
    {
        using TemporaryFolder folder = new();

        Assert.Equal(whose, new OwnModules().Origin(Path.Combine(folder.Path, name)).ToString());
    }

    [Fact]
    public void The_shared_framework_and_code_without_a_file_are_of_the_framework()
    {
        Assert.Equal(FrameOrigin.Framework, new OwnModules().Origin("/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.0/System.Linq.dll"));
        Assert.Equal(FrameOrigin.Framework, new OwnModules().Origin(""));
    }

    [Fact]
    public void A_file_that_breaks_off_is_no_single_file_with_a_list()
    {
        using TemporaryFolder folder = new();
        string program = Path.Combine(folder.Path, "Shop");
        byte[] bundle = Bundle();

        foreach (int length in new[] { 0, 10, bundle.Length - Encoding.UTF8.GetByteCount(List) - 20, bundle.Length - 30 })
        {
            File.WriteAllBytes(program, bundle[..length]);
            Assert.Null(SingleFile.Dependencies(program));
        }
    }

    // A host of some size, the offset of the header and the mark that follows it, the list, the header.
    private static byte[] Bundle()
    {
        byte[] mark = Convert.FromHexString("8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae");
        byte[] list = Encoding.UTF8.GetBytes(List);
        byte[] host = new byte[SingleFile.LeastBytes];
        long listAt = host.Length + sizeof(long) + mark.Length;
        long headerAt = listAt + list.Length;
        return [.. host, .. Long(headerAt), .. mark, .. list, .. Int(6), .. Int(0), .. Int(3), 2, .. "id"u8, .. Long(listAt), .. Long(list.Length), .. new byte[24]];
    }

    private static byte[] Int(int value)
    {
        byte[] bytes = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, value);
        return bytes;
    }

    private static byte[] Long(long value)
    {
        byte[] bytes = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, value);
        return bytes;
    }
}
