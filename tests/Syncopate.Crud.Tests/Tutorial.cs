using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;
using Syncopate.Crud.Actions;
using Syncopate.Crud.Computed;
using Syncopate.Crud.Tests.Generation;
using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Crud.Tests;

/// <summary>docs/crud.md as a program in this process: its declarations, its blocks of statements as methods, its
/// Program.cs as the entry.</summary>
internal sealed class Tutorial
{
    public const string Name = "Tutorial";

    private readonly Assembly _assembly;

    private Tutorial(Assembly assembly) => _assembly = assembly;

    /// <summary>In the order of the page, Program.cs left out.</summary>
    public IReadOnlyList<MethodInfo> Blocks =>
    [
        .. _assembly.GetTypes().Where(
            type => type.Name.StartsWith("Block", StringComparison.Ordinal) && type.GetMethod("RunAsync") is not null)
            .OrderBy(type => int.Parse(type.Name["Block".Length..], null)).Select(type => type.GetMethod("RunAsync")).OfType<MethodInfo>(),
    ];

    public MethodInfo Entry => _assembly.EntryPoint ?? throw new InvalidOperationException("The tutorial has no Program.cs.");

    public static async Task<Tutorial> LoadAsync()
    {
        IReadOnlyList<CodeBlock> blocks = await BlocksOfThePageAsync();
        CodeBlock program = blocks.Single(IsProgram);
        Generated code = new([.. blocks.Where(block => block != program).Select(Whole), string.Join('\n', program.Lines)], Name);
        using MemoryStream image = new();
        Microsoft.CodeAnalysis.Emit.EmitResult emitted = code.After.Emit(image, cancellationToken: TestContext.Current.CancellationToken);
        Assert.True(emitted.Success, string.Join('\n', emitted.Diagnostics));

        image.Position = 0;
        return new Tutorial(new AssemblyLoadContext(Name).LoadFromStream(image));
    }

    public static async Task<IReadOnlyList<CodeBlock>> BlocksOfThePageAsync() =>
        [.. CodeBlock.In("docs/crud.md", await LinesAsync()).Where(block => block.Language == "csharp")];

    /// <summary>The block as a file: as it is when it declares something, else as the body of a method.</summary>
    public static string Whole(CodeBlock block)
    {
        // What a block of statements may name without saying where it comes from.
        const string known =
            "CrudService<BlogContext> crud, PostForm form, ActionRunner runner, string connection, CancellationToken token, string[] args";

        string text = string.Join('\n', block.Lines);
        bool isBody = ((CompilationUnitSyntax)Generated.Parse(text).GetRoot(TestContext.Current.CancellationToken)).Members
            .Any(member => member is GlobalStatementSyntax);
        if (!isBody)
            return text;

        string name = $"Block{block.Place.Split(':')[1]}";
        string parameters = string.Join(", ", known.Split(", ").Where(parameter => !Declares(text, parameter.Split(' ')[^1])));
        return $"internal static class {name}\n{{\n    public static async Task RunAsync({parameters})\n    {{\n{text}\n"
            + "        await Task.CompletedTask;\n    }\n}\n";
    }

    public Type Type(string name) => _assembly.GetType(name) ?? throw new InvalidOperationException($"The tutorial declares no {name}.");

    /// <summary>What its Program.cs registers, without the server.</summary>
    public ServiceProvider Services(string connectionString)
    {
        ServiceCollection services = new();
        services.AddLogging();
        typeof(Tutorial).GetMethod(nameof(Add), BindingFlags.NonPublic | BindingFlags.Static)!
            .MakeGenericMethod(Type("BlogContext")).Invoke(null, [services, connectionString]);
        return services.BuildServiceProvider();
    }

    private static void Add<TContext>(IServiceCollection services, string connectionString)
        where TContext : DbContext
    {
        services.AddDbContext<TContext>(options => options.UseSqlite(connectionString).UseComputedMembers());
        services.AddCrud<TContext>();
        services.AddActions();
    }

    private static bool IsProgram(CodeBlock block) =>
        block.Lines.Any(line => line.Contains("WebApplication.CreateBuilder(args)", StringComparison.Ordinal));

    private static bool Declares(string text, string name) =>
        text.Contains($"var {name} ", StringComparison.Ordinal) || text.Contains($"> {name} =", StringComparison.Ordinal);

    private static Task<string[]> LinesAsync() =>
        File.ReadAllLinesAsync(Path.Combine(SourceTree.Root, "docs", "crud.md"), TestContext.Current.CancellationToken);
}
