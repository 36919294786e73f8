using System.ComponentModel;
using System.Diagnostics;

namespace Syncopate.Live.Access;

/// <summary>Opens the page in a browser without its token in a command line, where every user of the machine could read it: by a file
/// that leads there, in a folder of this user alone. The folder goes when this is disposed.</summary>
internal sealed class PageOpening : IDisposable
{
    private readonly DirectoryInfo _folder;

    private PageOpening(DirectoryInfo folder) => _folder = folder;

    /// <summary>Opens an address; says so where nothing opens pages.</summary>
    /// <param name="address">The address, with its token.</param>
    /// <param name="say">Receives a sentence where no program opens pages.</param>
    public static PageOpening Of(Uri address, Action<string> say) => Of(address, Show, say);

    /// <summary>The same by a program that is passed in.</summary>
    /// <param name="address">The address, with its token.</param>
    /// <param name="show">Has the file shown; throws <see cref="Win32Exception"/> where nothing can.</param>
    /// <param name="say">Receives a sentence where it did.</param>
    internal static PageOpening Of(Uri address, Action<string> show, Action<string> say)
    {
        PageOpening opening = new(NewFolder());
        string page = Path.Combine(opening._folder.FullName, "open.html");
        File.WriteAllText(page, $"""
            <!doctype html><html lang="en"><meta charset="utf-8"><title>syncopate</title>
            <meta http-equiv="refresh" content="0;url={address.AbsoluteUri}"></html>
            """);
        try
        {
            show(page);
        }
        catch (Win32Exception e)
        {
            say($"No program here opens pages: {e.Message.TrimEnd('.')}. Open the address above in a browser.");
        }

        return opening;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            _folder.Delete(recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Somebody else has tidied up.
        }
    }

    private static void Show(string page)
    {
        using Process? _ = Process.Start(new ProcessStartInfo(page) { UseShellExecute = true });
    }

    /// <summary>On Linux below the user's own folder and not hidden there: browsers that come as a snap see neither /tmp of others nor
    /// hidden folders.</summary>
    private static DirectoryInfo NewFolder()
    {
        const string Name = "syncopate-open-";
        string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        if (!OperatingSystem.IsLinux() || home.Length == 0)
            return Directory.CreateTempSubdirectory(Name);
        try
        {
            return Directory.CreateDirectory(
                Path.Combine(home, Name + Path.GetRandomFileName()),
                UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Directory.CreateTempSubdirectory(Name);
        }
    }
}
