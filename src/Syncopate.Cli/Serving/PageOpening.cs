using System.ComponentModel;
using System.Diagnostics;
using Syncopate.Cli.Screens;

namespace Syncopate.Cli.Serving;

/// <summary>Opens the page in a browser without its token in a command line, where every user of the machine could read it: by a file
/// that leads there, in a folder of this user alone. The folder goes when this is disposed.</summary>
internal sealed class PageOpening : IDisposable
{
    private readonly DirectoryInfo _folder;

    private PageOpening(DirectoryInfo folder) => _folder = folder;

    /// <summary>Opens an address; says so where nothing opens pages.</summary>
    public static PageOpening Of(Uri address, Terminal terminal)
    {
        PageOpening opening = new(Directory.CreateTempSubdirectory("syncopate-open-"));
        string page = Path.Combine(opening._folder.FullName, "open.html");
        File.WriteAllText(page, $"""
            <!doctype html><html lang="en"><meta charset="utf-8"><title>syncopate</title>
            <meta http-equiv="refresh" content="0;url={address.AbsoluteUri}"></html>
            """);
        try
        {
            using Process? _ = Process.Start(new ProcessStartInfo(page) { UseShellExecute = true });
        }
        catch (Win32Exception e)
        {
            terminal.Say($"No program here opens pages: {e.Message.TrimEnd('.')}. Open the address above in a browser.");
        }

        return opening;
    }

    /// <inheritdoc/>
    public void Dispose() => _folder.Delete(recursive: true);
}
