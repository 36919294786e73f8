using Microsoft.CodeAnalysis;
using Syncopate.Scan.Loading;
using Syncopate.Scan.Loading.Plain;
using Syncopate.Scan.Loading.Sdks;
using Xunit;

namespace Syncopate.Scan.Tests.Loading;

[Trait("Judges", "behaviour")]
public sealed class StubTests
{
    [Fact]
    public void All_stubs_compile()
    {
        ReferencePacks packs = new(DotnetSdk.Roots());
        StubLibrary library = new([.. packs.OfEveryProgram(""), .. packs.OfWeb("")]);

        IReadOnlyList<MetadataReference> compiled = library.Compile(StubFamily.ReadAll(), new Dictionary<string, string>());

        Assert.Equal(StubFamily.ReadAll().Count, compiled.Count);
    }

    [Fact]
    public async Task Calls_into_packages_that_are_not_here_bind()
    {
        using ScratchTree tree = new(
            ("App.csproj", """
                <Project Sdk="Microsoft.NET.Sdk.Web">
                  <PropertyGroup>
                    <TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><OutputType>Library</OutputType>
                  </PropertyGroup>
                  <ItemGroup>
                    <PackageReference Include="Microsoft.EntityFrameworkCore.SqlServer" Version="10.0.0" />
                    <PackageReference Include="Microsoft.AspNetCore.Identity.EntityFrameworkCore" Version="10.0.0" />
                    <PackageReference Include="Dapper" Version="2.1.0" /><PackageReference Include="MongoDB.Driver" Version="3.0.0" />
                    <PackageReference Include="StackExchange.Redis" Version="2.8.0" />
                    <PackageReference Include="MediatR" Version="12.0.0" />
                    <PackageReference Include="Microsoft.Data.SqlClient" Version="6.0.0" />
                    <PackageReference Include="Azure.Storage.Blobs" Version="12.0.0" />
                  </ItemGroup>
                </Project>
                """),
            ("Uses.cs", """
                using Azure.Storage.Blobs; using Dapper; using MediatR; using Microsoft.AspNetCore.Identity;
                using Microsoft.AspNetCore.Identity.EntityFrameworkCore;
                using Microsoft.Data.SqlClient; using Microsoft.EntityFrameworkCore; using MongoDB.Driver; using StackExchange.Redis;
                public class Order { public int Id { get; set; } public decimal Price { get; set; } public List<Order> Parts { get; set; } }
                public class Shop(DbContextOptions<Shop> options) : IdentityDbContext<IdentityUser>(options)
                {
                    public DbSet<Order> Orders { get; set; }
                }
                public record Ask(int Id) : IRequest<Order>;
                public class Answers(Shop shop) : IRequestHandler<Ask, Order>
                {
                    public async Task<Order> Handle(Ask request, CancellationToken token)
                    {
                        List<Order> all = shop.Orders.Include(o => o.Parts).ThenInclude(o => o.Parts).AsNoTracking().ToList();
                        decimal sum = await shop.Orders.SumAsync(o => o.Price, token);
                        shop.Database.Migrate(); await shop.Database.ExecuteSqlRawAsync("x");
                        using SqlConnection connection = new("x"); connection.Open();
                        IEnumerable<Order> read = connection.Query<Order>("x");
                        Order one = await connection.QueryFirstAsync<Order>("x", new { request.Id });
                        shop.SaveChanges();
                        return await shop.Orders.FirstOrDefaultAsync(o => o.Id == request.Id, token);
                    }
                    public string Other(IMongoCollection<Order> orders, IDatabase redis, BlobClient blob, IMediator mediator)
                    {
                        Order first = orders.Find(o => o.Id == 1).FirstOrDefault(); orders.InsertOne(first); blob.Exists();
                        return mediator.Send(new Ask(1)).Result.Id + (string)redis.StringGet("key");
                    }
                }
                """));

        LoadedProject project = (await tree.LoadAsync("App.csproj", tree.Plain)).Project("App");

        Assert.Empty(project.Errors());
    }

    [Fact]
    public async Task No_signatures_are_brought_that_the_sources_do_not_use()
    {
        using ScratchTree tree = new(
            ("A.csproj", """
                <Project Sdk="Microsoft.NET.Sdk">
                  <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
                  <ItemGroup><PackageReference Include="Unknown.Package" Version="1.0.0" /></ItemGroup>
                </Project>
                """),
            ("C.cs", "using System; class C;"));

        LoadedProject project = (await tree.LoadAsync("A.csproj", tree.Plain)).Project("A");

        Assert.Null(project.Compilation.GetTypeByMetadataName("Microsoft.EntityFrameworkCore.DbContext"));
        Assert.Null(project.Compilation.GetTypeByMetadataName("Dapper.SqlMapper"));
    }
}
