using Syncopate;

// What is compared is named by the first argument; the rest is the library's.
WebApplication Build()
{
    WebApplicationBuilder builder = WebApplication.CreateBuilder();
    if (args[0] == "taken")
    {
        int port = int.Parse(args[1], System.Globalization.CultureInfo.InvariantCulture);
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.ListenAnyIP(port));
    }

    WebApplication app = builder.Build();
    app.MapGet("/sync", () =>
    {
#pragma warning disable SYNC2004 // Specimen: the synchronous form, which is what is compared.
        Thread.Sleep(20);
#pragma warning restore SYNC2004
        return "customer 7";
    });
    app.MapGet("/async", async (CancellationToken token) =>
    {
        await Task.Delay(20, token);
        return "customer 7";
    });
    app.MapGet("/other", () => "customer 8");
    app.MapGet("/key", (HttpRequest request) => request.Headers["X-Key"] == "secret-7" ? Results.Ok("in") : Results.Unauthorized());
    return app;
}

return args[0] switch
{
    "waiting" => await Endpoints.Of(Build(), "/sync", "/async").Users(20).RunAsync(args[1..]),
    "made" => await Endpoints.Of(Build, "/sync", "/async").Users(20).RunAsync(args[1..]),
    "missing" => await Endpoints.Of(Build, "/sync", "/nowhere").RunAsync(args[1..]),
    "differing" => await Endpoints.Of(Build, "/sync", "/other").RunAsync(args[1..]),
    "key" => await Endpoints.Of(Build, "/key", "/key?again").Header("X-Key", "secret-7").Users(2).RunAsync(args[1..]),
    "parallel" => await Endpoints.Of(Build, "/sync", "/async").Parallel("/async?together").Users(4).RunAsync(args[1..]),
    "rate" => await Endpoints.Of(Build, "/sync", "/async").Rate(50).RunAsync(args[1..]),
    "steps" => await Endpoints.Of(Build, "/sync", "/async").Users(1, 2, 5, TimeSpan.FromMilliseconds(200)).RunAsync(args[1..]),
    "taken" => await Endpoints.Of(Build, "/sync", "/async").RunAsync(args[2..]),
    _ => throw new ArgumentException($"'{args[0]}' is nothing that this program compares."),
};
