using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Reporting;

namespace Syncopate.EndToEnd.Tests;

/// <summary>The specimen's <c>report.html</c> on the disk, as a reader opens it.</summary>
internal sealed class ReportPageFile : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-page-");

    /// <summary>Writes the page of a document.</summary>
    public ReportPageFile(ReportDocument document)
    {
        Address = new Uri(Path.Combine(_folder.FullName, "report.html"));
        File.WriteAllText(Address.LocalPath, ReportPage.Write(document, ReportSpecimen.Json, ReportSpecimen.Markdown));
    }

    /// <summary>The page's file: address.</summary>
    public Uri Address { get; }

    /// <summary>Opens it in a tab; every fold is opened, as what is folded away must be as good as the rest.</summary>
    public async Task OpenUnfoldedAsync(Tab tab)
    {
        await tab.Page.GotoAsync(Address.AbsoluteUri);
        await tab.Page.EvaluateAsync("document.querySelectorAll('details').forEach(fold => fold.open = true)");
    }

    /// <inheritdoc/>
    public void Dispose() => _folder.Delete(recursive: true);
}
