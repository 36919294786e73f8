using System.Text.Json.Serialization;
using Microsoft.AspNetCore.HostFiltering;
using Microsoft.AspNetCore.Mvc;
using FeedService.Database;
using SampleSite.Actions;
using SampleSite.Customers;
using SampleSite.DataAccess;
using SampleSite.Database;
using SampleSite.Delays;
using SampleSite.Feeds;
using SampleSite.FirstWins;
using SampleSite.Home;
using SampleSite.Hosting;
using SampleSite.Listing;
using SampleSite.Timing;
using SampleSite.Work;
using Syncopate.Crud.Actions;

SystemSqlite.Use();
// Settings are read once: watching their files would cost every start.
var builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions { Args = ["--hostBuilder:reloadConfigOnChange=false", .. args], ContentRootPath = AppContext.BaseDirectory });
SiteSettings settings;
try
{
    settings = SiteSettings.Read(builder.Configuration);
}
catch (SettingException refused)
{
    return StartFailure.Report(refused.Message, StartFailure.WrongUsage);
}

builder.WebHost.UseUrls([.. settings.Urls]).ConfigureKestrel(static kestrel => kestrel.AddServerHeader = false);
builder.Logging.OnlyLifetimeAndWarnings();
// Pages are slow on purpose; whoever stops the site does not want to wait for them.
builder.Services.Configure<HostOptions>(static host => host.ShutdownTimeout = TimeSpan.FromSeconds(2));
// First of all, so that a request for a foreign host, which goes no further than the host's own filter, is answered with them too.
builder.Services.Insert(0, ServiceDescriptor.Singleton<IStartupFilter, SecurityHeaders>());
builder.Services.Configure<HostFilteringOptions>(static hosts => hosts.AllowedHosts = ["localhost", "127.0.0.1", "[::1]"]);
builder.Services.AddMvcCore(static mvc =>
    {
        mvc.Filters.Add<BadInputFilter>();
        mvc.Filters.Add<UnavailableFilter>();
        mvc.Filters.Add<AutoValidateAntiforgeryTokenAttribute>();
    })
    .AddDataAnnotations()
    .AddViews(static views => views.HtmlHelperOptions.ClientValidationEnabled = false)
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
builder.Services.Configure<CookieTempDataProviderOptions>(static message => message.Cookie.Name = Answers.MessageCookie);
builder.Services.AddAntiforgery(static form => (form.Cookie.Name, form.FormFieldName) = ("form", "form-token"));
builder.Services.AddBlog(settings.Database);
builder.Services.KeepKeysInMemory();
builder.Services.AddSingleton(FeedHttp.Create);
builder.Services.AddScoped<RequestTiming>().AddScoped<FeedClient>().AddScoped<LaneClient>();
builder.Services.AddActions(new ActionLimits { Running = 200 }).AddScoped<WordCount>().AddSingleton<ActionTally>();
builder.Services.AddSingleton(settings).AddSingleton<DataTrials>();
builder.Services.AddSingleton<Tickets>().AddSingleton<Losers>().AddSingleton<SlowSocket>().AddSingleton<Turnstile>();

await using var site = builder.Build();
try
{
    if (!settings.Database.OpensWhenAsked)
        site.Services.GetRequiredService<BlogDatabase>();
}
catch (UnusableException unusable)
{
    return StartFailure.Report(unusable.Message, StartFailure.NotUsable);
}

site.UseGetForHead().UseServerTiming();
site.UseExceptionHandler("/error/500");
site.UseStatusCodePagesWithReExecute("/error/{0}");
site.UseRouting();
site.MapControllers();
site.MapEmbeddedFiles();
site.MapGet("/health", static () => "healthy");
site.MapWork();

return await StartFailure.RunAsync(site, settings);
