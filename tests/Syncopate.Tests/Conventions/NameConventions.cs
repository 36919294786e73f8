using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

public sealed partial class NameConventions
{
    private static readonly string[] EmptyWords =
        ["Manager", "Helper", "Helpers", "Util", "Utils", "Utility", "Utilities", "Common", "Misc", "Base", "Impl"];

    private static readonly string[] KindFolders =
        [
            "Services", "Models", "Interfaces", "Entities", "Enums", "Extensions", "Dtos", "Controllers", "Exceptions", "Types", "Shared",
            "Core",
        ];

    private static readonly Convention FullNames = Convention.OfEachFile(
        "STYLE 2: a name that fits everything says nothing. Can't name it? Redesign it.",
        file => file.All<BaseTypeDeclarationSyntax>().Select(type => type.Identifier)
            .Concat(file.All<DelegateDeclarationSyntax>().Select(type => type.Identifier))
            .Where(name => Words(name.Text).Any(EmptyWords.Contains))
            .Select(name => file.At(name, name.Text))
            .Concat(
                Folders(file).Where(folder =>
                    Words(folder).Any(EmptyWords.Contains)).Select(folder => new Finding(file.Path, 0, folder))));

    private static readonly Convention FoldersByTask = Convention.OfEachFile(
        "STYLE 3: folders follow what the program does, not kinds of class.",
        file => Folders(file).Where(KindFolders.Contains).Select(folder => new Finding(file.Path, 0, folder)));

    private static readonly Convention FolderNamespaces = Convention.OfEachFile(
        "STYLE 3: the vocabulary in the project's root, machinery below; the namespace is the folder.",
        file => file.TopLevelTypes
            .Where(type => (type.Parent as BaseNamespaceDeclarationSyntax)?.Name.ToString() != Namespace(file))
            .Select(type => file.At(type, $"is not in namespace {Namespace(file)}")),
        new Exemption("src/Syncopate.Agent/StartupHook.cs", "the runtime looks a startup hook up by this name, outside any namespace"),
        new Exemption("src/Syncopate.WatchAgent/StartupHook.cs", "the same"),
        new Exemption("src/Syncopate.Analyzers/IsExternalInit.cs", "the compiler asks for this type by its full name"),
        new Exemption("samples/SyncShop/", "two projects that a reader copies out of here: their folders are those of the copy"));

    private static readonly Convention TaskSuffix = new(
        "STYLE 4: a method that returns a task ends in Async, with or without the async keyword; tests and endpoints do not.",
        files =>
        {
            HashSet<string> endpoints = files.SelectMany(Endpoints).ToHashSet();
            return
                from file in files
                from method in file.All<MethodDeclarationSyntax>()
                where IsTask(method.ReturnType) && !method.Identifier.Text.EndsWith("Async", StringComparison.Ordinal)
                where !IsNamedElsewhere(method) && !endpoints.Contains(method.Identifier.Text)
                select file.At(method.Identifier, method.Identifier.Text);
        });

    [Fact]
    public void No_type_or_folder_has_a_name_that_fits_everything() => FullNames.Holds();

    [Theory]
    [InlineData("src/Syncopate/Load/RequestManager.cs", "class RequestManager;")]
    [InlineData("src/Syncopate/Load/BaseRequest.cs", "record BaseRequest;")]
    [InlineData("src/Syncopate/IoUtils.cs", "delegate void IoUtils();")]
    [InlineData("src/Syncopate/Common/Request.cs", "class Request;")]
    public void A_name_that_fits_everything_is_reported(string path, string code) => Assert.Single(FullNames.Find(path, code));

    [Fact]
    public void A_name_that_merely_contains_such_a_word_is_not_reported() =>
        Assert.Empty(FullNames.Find("src/Syncopate/Baseline.cs", "class Baseline; class DatabaseUtilisation;"));

    [Fact]
    public void No_folder_is_named_after_a_kind_of_class() => FoldersByTask.Holds();

    [Fact]
    public void A_folder_named_after_a_kind_of_class_is_reported() =>
        Assert.Single(FoldersByTask.Find("src/Syncopate/Models/Request.cs", "class Request;"));

    [Fact]
    public void Namespaces_are_folders() => FolderNamespaces.Holds();

    [Theory]
    [InlineData("src/Syncopate/Load/Users/User.cs", "namespace Syncopate.Load; class User;")]
    [InlineData("src/Syncopate/Load/User.cs", "namespace Syncopate; class User;")]
    [InlineData("src/Syncopate/Load/User.cs", "class User;")]
    [InlineData("bench/Record.cs", "namespace Bench; class Record;")]
    public void A_namespace_that_is_not_its_folder_is_reported(string path, string code) =>
        Assert.Single(FolderNamespaces.Find(path, code));

    [Theory]
    [InlineData("src/Syncopate/Load/User.cs", "namespace Syncopate.Load; class User;")]
    [InlineData("samples/SampleSite/Program.cs", "return 0;")]
    [InlineData("bench/Record.cs", "namespace Syncopate.Bench; class Record;")]
    [InlineData("src/Syncopate.Forms/Calling/Call.cs", "namespace Syncopate.Calling; class Call;")]
    public void A_namespace_that_is_its_folder_is_not_reported(string path, string code) => Assert.Empty(FolderNamespaces.Find(path, code));

    [Fact]
    public void Every_task_returning_method_ends_in_Async() => TaskSuffix.Holds();

    [Theory]
    [InlineData("class C { Task Load() => Task.CompletedTask; }")]
    [InlineData("class C { async System.Threading.Tasks.ValueTask<int> Load() => await x; }")]
    [InlineData("interface I { IAsyncEnumerable<int> Load(); }")]
    public void A_task_returning_method_without_the_suffix_is_reported(string code) =>
        Assert.Single(TaskSuffix.Find("src/Syncopate/C.cs", code));

    [Theory]
    [InlineData("class C { [Fact] public Task A_sentence() => null; }")]
    [InlineData("class CustomersController { public Task Index() => null; }")]
    [InlineData("class C { Task Handle() => null; void Map() => app.MapGet(path, Handle); }")]
    [InlineData("class C { protected override Task Load() => null; }")]
    [InlineData("class C : I { Task I.Load() => null; }")]
    public void A_test_an_endpoint_and_a_name_given_elsewhere_need_no_suffix(string code) =>
        Assert.Empty(TaskSuffix.Find("samples/SampleSite/C.cs", code));

    [GeneratedRegex("[A-Z]+(?![a-z])|[A-Z][a-z0-9]*")]
    private static partial Regex Word();

    private static IEnumerable<string> Words(string name) => Word().Matches(name).Select(match => match.Value);

    private static IEnumerable<string> Folders(SourceFile file) => file.Path.Split('/').SkipLast(1);

    /// <summary>The namespace that the file's folder asks for.</summary>
    private static string Namespace(SourceFile file) => file.Path.Split('/')[..^1] switch
    {
        ["bench", "acceptance", .. var folders] => string.Join('.', ["Syncopate.Acceptance", .. folders]),
        ["bench", "mutations"] => "Syncopate.Mutations",
        ["bench", "cluster"] => "Syncopate.ClusterBench",
        ["bench", .. var folders] => string.Join('.', ["Syncopate.Bench", .. folders]),
        ["src", "Syncopate.Forms" or "Syncopate.Endpoints", .. var folders] => string.Join('.', ["Syncopate", .. folders]),
        [_, .. var folders] => string.Join('.', folders),
        _ => "",
    };

    private static bool IsTask(TypeSyntax type) => type switch
    {
        QualifiedNameSyntax qualified => IsTask(qualified.Right),
        SimpleNameSyntax name => name.Identifier.Text is "Task" or "ValueTask" or "IAsyncEnumerable",
        _ => false,
    };

    /// <summary>A test is a sentence, an action is named by its address, and an inherited name is not ours to choose.</summary>
    private static bool IsNamedElsewhere(MethodDeclarationSyntax method) =>
        method.ExplicitInterfaceSpecifier is not null
        || method.Modifiers.Any(SyntaxKind.OverrideKeyword)
        || method.AttributeLists.SelectMany(list => list.Attributes).Any(attribute => attribute.Name.ToString() is "Fact" or "Theory")
        || method.Parent is TypeDeclarationSyntax type && type.Identifier.Text.EndsWith("Controller", StringComparison.Ordinal);

    /// <summary>Names of the methods that are given to MapGet, MapPost and the like.</summary>
    private static IEnumerable<string> Endpoints(SourceFile file) =>
        from call in file.All<InvocationExpressionSyntax>()
        where call.Expression is MemberAccessExpressionSyntax { Name.Identifier.Text: var name }
            && name.StartsWith("Map", StringComparison.Ordinal)
        from argument in call.ArgumentList.Arguments
        select argument.Expression switch
        {
            IdentifierNameSyntax method => method.Identifier.Text,
            MemberAccessExpressionSyntax { Name.Identifier.Text: var method } => method,
            _ => "",
        };
}
