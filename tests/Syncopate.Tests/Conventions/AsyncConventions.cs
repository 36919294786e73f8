using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

public sealed class AsyncConventions
{
    private static readonly string[] Applications =
    [
        "src/Syncopate.Cli/", "src/Syncopate.Live/", "src/Syncopate.Experiments/", "samples/", "tests/", "bench/",
    ];

    private static readonly string[] FlagNames = ["async", "isAsync", "useAsync", "runAsync", "sync", "isSync", "useSync"];

    private static readonly Convention NoAsyncVoid = Convention.OfEachFile(
        "STYLE 26: no async void: nobody can await it, and its exception ends the process.",
        file => file.All<MethodDeclarationSyntax>()
            .Where(method => IsVoid(method.ReturnType) && method.Modifiers.Any(SyntaxKind.AsyncKeyword))
            .Select(method => file.At(method.Identifier, method.Identifier.Text))
            .Concat(file.All<LocalFunctionStatementSyntax>()
                .Where(method => IsVoid(method.ReturnType) && method.Modifiers.Any(SyntaxKind.AsyncKeyword))
                .Select(method => file.At(method.Identifier, method.Identifier.Text))));

    private static readonly Convention TokenGiven = Convention.OfEachFile(
        "STYLE 25: a token defaults on public methods only; a private one must be given it.",
        file => file.All<ParameterSyntax>()
            .Where(
                parameter => parameter.Default is not null
                    && parameter.Type?.ToString() is "CancellationToken" or "System.Threading.CancellationToken")
            .Where(parameter => !IsPublic(parameter.Parent?.Parent))
            .Select(parameter => file.At(parameter, parameter.ToString())));

    private static readonly Convention PlainAwaits = Convention.OfEachFile(
        "STYLE 28: applications, samples and tests await on the context they are given. Libraries do not: CA2007.",
        file => file.IsIn(Applications)
            ? file.All<InvocationExpressionSyntax>()
                .Where(call => call is { Expression: MemberAccessExpressionSyntax { Name.Identifier.Text: "ConfigureAwait" } }
                    && call.ArgumentList.Arguments is [{ Expression: LiteralExpressionSyntax }])
                .Select(call => file.At(call, "ConfigureAwait"))
            : []);

    private static readonly Convention TwoBodies = Convention.OfEachFile(
        "STYLE 27: a method with two forms has two bodies: no flag that chooses, no wrapper either way. Only DisposeAsync may have "
            + "nothing to await.",
        file => file.All<ParameterSyntax>()
            .Where(parameter => parameter.Type?.ToString() == "bool" && FlagNames.Contains(parameter.Identifier.Text))
            .Select(parameter => file.At(parameter, parameter.ToString()))
            .Concat(
                from method in file.All<MethodDeclarationSyntax>()
                from call in method.DescendantNodes().OfType<InvocationExpressionSyntax>()
                where IsTwin(method, call) && method.Identifier.Text != "DisposeAsync"
                select file.At(call, $"{method.Identifier.Text} calls {call.Expression}")));

    private static readonly Convention TwinsInCrud = Convention.OfEachFile(
        "STYLE 27: in Crud each public async method has its sync twin.",
        file => file.IsIn("src/Syncopate.Crud/")
            ? from method in file.All<MethodDeclarationSyntax>()
              where method.Modifiers.Any(SyntaxKind.PublicKeyword) && method.Identifier.Text.EndsWith("Async", StringComparison.Ordinal)
              where !file.All<MethodDeclarationSyntax>().Any(other => other.Identifier.Text + "Async" == method.Identifier.Text)
              select file.At(method.Identifier, method.Identifier.Text)
            : [],
        new Exemption("src/Syncopate.Crud/Changing/NewEntities.cs", "its twin is EF Core's own Add, which the synchronous form calls"));

    [Fact]
    public void Nothing_is_async_void() => NoAsyncVoid.Holds();

    [Theory]
    [InlineData("class C { async void M() => await x; }")]
    [InlineData("class C { void M() { async void Inner() => await x; } }")]
    public void An_async_void_is_reported(string code) => Assert.Single(NoAsyncVoid.Find("src/Syncopate/C.cs", code));

    [Fact]
    public void Only_public_methods_default_their_token() => TokenGiven.Holds();

    [Theory]
    [InlineData("class C { private Task MAsync(CancellationToken token = default) => x; }")]
    [InlineData("class C { internal Task MAsync(CancellationToken token = default) => x; }")]
    [InlineData("class C { void M() { void Inner(CancellationToken token = default) { } } }")]
    public void A_private_default_token_is_reported(string code) => Assert.Single(TokenGiven.Find("src/Syncopate/C.cs", code));

    [Theory]
    [InlineData("class C { public Task MAsync(CancellationToken token = default) => x; }")]
    [InlineData("interface C { Task MAsync(CancellationToken token = default); }")]
    [InlineData("class C { private Task MAsync(CancellationToken token) => x; }")]
    public void A_public_default_token_is_not_reported(string code) => Assert.Empty(TokenGiven.Find("src/Syncopate/C.cs", code));

    [Fact]
    public void Applications_do_not_configure_their_awaits() => PlainAwaits.Holds();

    [Fact]
    public void A_configured_await_in_an_application_is_reported()
    {
        const string Code = "class C { async Task MAsync() => await x.ConfigureAwait(false); }";

        Assert.Single(PlainAwaits.Find("src/Syncopate.Cli/C.cs", Code));
        Assert.Empty(PlainAwaits.Find("src/Syncopate/C.cs", Code));
        Assert.Empty(
            PlainAwaits.Find(
                "src/Syncopate.Cli/C.cs", Code.Replace("false", "ConfigureAwaitOptions.SuppressThrowing", StringComparison.Ordinal)));
    }

    [Fact]
    public void Both_forms_of_a_method_have_a_body() => TwoBodies.Holds();

    [Theory]
    [InlineData("class C { void Load(bool async) { } }")]
    [InlineData("class C { int Load() => LoadAsync().GetAwaiter().GetResult(); }")]
    [InlineData("class C { Task<int> LoadAsync() => Task.FromResult(Load()); }")]
    [InlineData("class C { int Load() => this.LoadAsync(1).Result; }")]
    public void A_flag_or_a_wrapper_is_reported(string code) => Assert.Single(TwoBodies.Find("src/Syncopate/C.cs", code));

    [Theory]
    [InlineData("class C { int Load() => Parse(Read()); async Task<int> LoadAsync() => Parse(await ReadAsync()); }")]
    [InlineData("class C { Task<int> LoadAsync() => _inner.LoadAsync(); int Load() => _inner.Load(); }")]
    [InlineData("class C { ValueTask DisposeAsync() { Dispose(); return default; } }")]
    [InlineData("class C { Task StartAsync() { _process.Start(); return x; } }")]
    [InlineData("class C { Steps Async(Code code) => Steps.Of(code); }")]
    public void Two_bodies_that_share_pure_parts_are_not_reported(string code) => Assert.Empty(TwoBodies.Find("src/Syncopate/C.cs", code));

    [Fact]
    public void Each_async_method_in_Crud_has_its_sync_twin() => TwinsInCrud.Holds();

    [Fact]
    public void A_missing_twin_in_Crud_is_reported()
    {
        Assert.Single(TwinsInCrud.Find("src/Syncopate.Crud/C.cs", "class C { public Task ListAsync() => x; }"));
        Assert.Empty(TwinsInCrud.Find("src/Syncopate.Crud/C.cs", "class C { public Task ListAsync() => x; public void List() { } }"));
    }

    private static bool IsVoid(TypeSyntax type) => type is PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.VoidKeyword };

    private static bool IsPublic(SyntaxNode? owner) => owner switch
    {
        { Parent: InterfaceDeclarationSyntax } => true,
        MemberDeclarationSyntax member => member.Modifiers.Any(SyntaxKind.PublicKeyword),
        _ => false,
    };

    /// <summary>True when a method of an object calls its own other form: Load calls LoadAsync or the other way round.</summary>
    private static bool IsTwin(MethodDeclarationSyntax method, InvocationExpressionSyntax call)
    {
        string called = call.Expression switch
        {
            SimpleNameSyntax name => name.Identifier.Text,
            MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax, Name.Identifier.Text: var name } => name,
            _ => "",
        };
        return called.Length > 0 && (called == method.Identifier.Text + "Async" || called + "Async" == method.Identifier.Text);
    }
}
