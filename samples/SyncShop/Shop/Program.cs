using Shop;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.Services.AddControllers();
builder.Services.AddSingleton(new HttpClient { BaseAddress = DistantSupplier.Open() });
builder.Services.AddSingleton<IPriceSource, PriceList>();
builder.Services.AddSingleton<IPriceSource, SupplierPrices>();
builder.Services.AddSingleton<OrderService>();
var app = builder.Build();
app.MapControllers();
app.Run();
