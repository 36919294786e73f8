namespace FeedService.Feeds;

/// <summary>
/// What can be done with one feed in one form: the handlers of its five endpoints. They come to the mapping as delegates since the analyzer
/// of ASP.NET Core 10 breaks down over a method group with a type parameter (dotnet/aspnetcore#56831).
/// </summary>
internal sealed record FeedOperations(Delegate List, Delegate Get, Delegate Create, Delegate Update, Delegate Delete);
