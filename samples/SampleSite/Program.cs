using System.Text.Json.Serialization;
using Microsoft.AspNetCore.HostFiltering;
using FeedService.Database;
using SampleSite.Customers;
using SampleSite.DataAccess;
using SampleSite.Database;
using SampleSite.Feeds;
using SampleSite.FirstWins;
using SampleSite.Home;
using SampleSite.Hosting;
using SampleSite.Timing;

SystemSqlite.Use();
var builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions { Args = args, ContentRootPath = AppContext.BaseDirectory });
SiteSettings settings;
BlogDatabase database;
try
{
    settings = SiteSettings.Read(builder.Configuration);
    database = await BlogDatabase.OpenAsync(settings.Database);
}
catch (SettingException refused)
{
    return StartFailure.Report(refused.Message, StartFailure.WrongUsage);
}
catch (UnusableException unusable)
{
    return StartFailure.Report(unusable.Message, StartFailure.NotUsable);
}

builder.WebHost.UseUrls([.. settings.Urls]).ConfigureKestrel(static kestrel => kestrel.AddServerHeader = false);
builder.Logging.OnlyLifetimeAndWarnings();
// Pages are slow on purpose; whoever stops the site does not want to wait for them.
builder.Services.Configure<HostOptions>(static host => host.ShutdownTimeout = TimeSpan.FromSeconds(2));
builder.Services.Configure<HostFilteringOptions>(static hosts => hosts.AllowedHosts = ["localhost", "127.0.0.1", "[::1]"]);
builder.Services.AddMvcCore(static mvc => mvc.Filters.Add<BadInputFilter>())
    .AddDataAnnotations()
    .AddViews()
    .AddRazorViewEngine(static razor =>
    {
        razor.ViewLocationFormats.Clear();
        razor.ViewLocationFormats.Add("/{1}/{0}.cshtml");
        razor.ViewLocationFormats.Add("/Layout/{0}.cshtml");
    })
    .AddJsonOptions(static json =>
    {
        json.JsonSerializerOptions.TypeInfoResolverChain.Insert(0, CustomersJson.Default);
        json.JsonSerializerOptions.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull;
    });
builder.Services.KeepKeysInMemory();
builder.Services.AddSingleton(FeedHttp.Create(settings));
builder.Services.AddScoped<RequestTiming>().AddScoped<FeedClient>().AddScoped<LaneClient>();
builder.Services.AddSingleton(settings).AddSingleton(database).AddSingleton<DataTrials>();
builder.Services.AddSingleton<Tickets>().AddSingleton<Losers>();

await using var site = builder.Build();
site.UseServerTiming();
site.UseSecurityHeaders();
site.UseExceptionHandler("/error/500");
site.UseStatusCodePagesWithReExecute("/error/{0}");
site.UseRouting();
site.MapControllers();
site.MapEmbeddedFiles();
site.MapGet("/health", static () => "healthy");

return await StartFailure.RunAsync(site, settings);
