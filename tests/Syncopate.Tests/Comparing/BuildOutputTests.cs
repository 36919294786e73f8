using System.Diagnostics;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Machines;
using Syncopate.Runtimes;
using Xunit;

namespace Syncopate.Tests.Comparing;

/// <summary>What a compiler has left: which program of it is started, and whether two are one.</summary>
public sealed class BuildOutputTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-output-").FullName;

    [Fact]
    public void The_program_of_the_projects_name_is_found_among_others()
    {
        Write("bin/Tool/release/Tool.dll", "tool");
        Write("bin/Tool/release/Tool.runtimeconfig.json", "{}");
        string shop = Write("bin/Shop/release/Shop.dll", "shop");
        Write("bin/Shop/release/Shop.runtimeconfig.json", "{}");

        Assert.Equal(shop, BuildOutput.Find(Path.Combine(_folder, "bin"), "Shop", Form.A).ProgramPath);
    }

    [Fact]
    public void A_project_for_two_frameworks_is_refused_with_how_to_choose()
    {
        foreach (string framework in (string[])["release_net8.0", "release_net10.0"])
        {
            Write($"bin/Shop/{framework}/Shop.dll", "shop");
            Write($"bin/Shop/{framework}/Shop.runtimeconfig.json", "{}");
        }

        string message = Assert.Throws<TargetFailedException>(() => BuildOutput.Find(Path.Combine(_folder, "bin"), "Shop", Form.B)).Message;

        Assert.Contains("builds 2 programs, for release_net10.0 and release_net8.0", message, StringComparison.Ordinal);
        Assert.Contains("--properties-b TargetFramework=net10.0", message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_library_is_no_program()
    {
        Write("bin/Shop/release/Shop.dll", "shop");

        Assert.Contains("is not a program that can be started",
            Assert.Throws<TargetFailedException>(() => BuildOutput.Find(Path.Combine(_folder, "bin"), "Shop", Form.A)).Message,
            StringComparison.Ordinal);
    }

    /// <summary>Ends by its timeout where the pipe is waited for.</summary>
    [Fact]
    public async Task A_pipe_beside_a_program_is_not_read()
    {
        if (!OperatingSystem.IsLinux())
            return;
        CancellationToken token = TestContext.Current.CancellationToken;
        BuildOutput one = Shop("one");
        using (Process make = Process.Start("mkfifo", Path.Combine(Path.GetDirectoryName(one.ProgramPath)!, "pipe")))
            await make.WaitForExitAsync(token);

        Assert.NotEmpty(await Task.Run(one.Fingerprint, token).WaitAsync(TimeSpan.FromMinutes(1), token));
    }

    [Theory]
    [InlineData("Shop.dll", false)]
    [InlineData("Shop.runtimeconfig.json", false)]
    [InlineData("wwwroot/site.css", false)]
    [InlineData("Another.dll", false)]
    [InlineData("Shop.pdb", true)] // Where it was built, which is another folder each time.
    [InlineData("Shop.staticwebassets.runtime.json", true)]
    public void Two_are_one_when_they_run_the_same(string changed, bool same)
    {
        BuildOutput one = Shop("one");
        BuildOutput other = Shop("other");
        Assert.Equal(one.Fingerprint(), other.Fingerprint());

        Write($"other/{changed}", "changed");

        Assert.Equal(same, one.Fingerprint() == other.Fingerprint());
    }

    [Fact]
    public void Only_assemblies_of_projects_are_counted()
    {
        string own = typeof(BuildOutputTests).Assembly.Location;
        string package = typeof(FactAttribute).Assembly.Location;
        File.Copy(own, Path.Combine(_folder, "Own.dll"));
        File.Copy(package, Path.Combine(_folder, "Package.dll"));
        Write("Own.deps.json", """
            {"targets":{"net":{"Own/1.0":{"runtime":{"Own.dll":{}}},"Package/1.0":{"runtime":{"lib/net8.0/Package.dll":{}}}}},
             "libraries":{"Own/1.0":{"type":"project"},"Package/1.0":{"type":"package"}}}
            """);

        AsyncMethodCount counted = new BuildOutput(Path.Combine(_folder, "Own.dll")).CountAsyncMethods();

        Assert.Equal(AsyncMethodReader.OfFile(own), counted);
        Assert.True(counted.StateMachines > 0);
        Assert.Equal(default, AsyncMethodReader.OfFile(Path.Combine(_folder, "Own.deps.json"))); // No assembly.
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private BuildOutput Shop(string place)
    {
        foreach (string file in (string[])["dll", "pdb", "runtimeconfig.json", "staticwebassets.runtime.json"])
            Write($"{place}/Shop.{file}", file);
        Write($"{place}/wwwroot/site.css", "css");
        return new BuildOutput(Path.Combine(_folder, place, "Shop.dll"));
    }

    private string Write(string path, string text)
    {
        string file = Path.Combine(_folder, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
        return file;
    }
}
