namespace Syncopate.Experiments.Bundled;

/// <summary>The articles, as footnotes name them.</summary>
internal static class Sources
{
    public const string Smith = "J. Smith, The .NET 4.5 async/await feature in Promise and Practice, Simple-Talk, 2014";
    public const string SmithMachine = "Smith 2014, shared web hosting and an Azure standard instance";
    public const string SmithAppendix =
        "J. Smith, The .NET 4.5 async/await feature in Promise and Practice, appendix on Entity Framework timings, Simple-Talk, 2014";
    public const string SmithEntityFramework = "Smith 2014, EF 6 and SQL Server 2012 localDb, i7 at 3.31 GHz, NUnit in Visual Studio 2013";
    public const string WebWiz = "Smith 2014, WebWiz shared hosting";
    public const string Azure = "Smith 2014, Azure standard instance";
    public const string DotNetCurry = "DotNetCurry Magazine, An async dashboard in ASP.NET MVC, 2013";
    public const string DotNetCurryMachine = "DotNetCurry 2013, IIS Express in a virtual machine, Visual Studio 2013 load test";
    public const string Owin = "Async vs sync actions, ASP.NET Web API on OWIN and Mono, 2016";
    public const string OwinMachine = "2016 article, Mono in Docker, JMeter 3.0";
    public const string Hurley = "C. Hurley, The overhead of async/await in .NET 4.5, Simple-Talk, 2013";
    public const string HurleyMachine = "Hurley 2013, a WPF program under ANTS Performance Profiler 8";
}
