using System.Reflection.Emit;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Blocking;

/// <summary>Finds the line that blocks where the compiler has left no frame of the application on the stack: the
/// handler of the route, by the calls of MapGet and its like in the application's own IL, and in it, or in what it
/// calls, the call that was seen to block.</summary>
internal sealed class EndpointHandlers
{
    // Through how many methods of its own, all compiled into their callers, a handler may reach the call.
    private const int MostDepth = 3;

    private static readonly string[] Mapping = ["MapGet", "MapPost", "MapPut", "MapDelete", "MapPatch", "Map", "MapMethods", "MapFallback"];
    private static readonly string[] Verbs = ["GET", "POST", "PUT", "DELETE", "PATCH"];

    private readonly List<(string Verb, string[] Pattern, SourceModule Module, int Handler)> _handlers = [];

    /// <param name="modules">The application's own assemblies.</param>
    public EndpointHandlers(IEnumerable<SourceModule> modules)
    {
        foreach (SourceModule module in modules)
        {
            foreach (int method in module.Code?.Methods ?? [])
                Read(module, method);
        }
    }

    /// <summary>The place that makes a call while a route is served; null unless exactly one handler fits the route,
    /// and one of its lines makes the call.</summary>
    /// <param name="route">Method and path: "GET /orders/12"; empty for an unknown one, whose handler is found if only
    /// one of all makes the call.</param>
    /// <param name="call">As <see cref="BlockedStack.Call"/> has it.</param>
    public Frame? Find(string route, string call)
    {
        string[] words = route.Split(' ', 2);
        if (call.Length == 0)
            return null;
        if (words.Length < 2)
            return Only(_handlers.Select(handler => Search(handler.Module, handler.Handler, Wanted(call), MostDepth)));
        string[] path = Segments(words[1]);
        (string Verb, string[] Pattern, SourceModule Module, int Handler)[] fitting = [.. _handlers.Where(
            handler => (handler.Verb == words[0] || !Verbs.Contains(handler.Verb)) && Fits(handler.Pattern, path)).Take(2)];
        return fitting is [var only] ? Search(only.Module, only.Handler, Wanted(call), MostDepth) : null;
    }

    private void Read(SourceModule module, int method)
    {
        string? pattern = null;
        int handler = 0;
        foreach (Instruction instruction in module.Code?.Instructions(method) ?? [])
        {
            if (instruction.Code == OpCodes.Ldstr.Value)
            {
                pattern = module.Code?.Text(instruction.Token);
            }
            else if (instruction.Code == OpCodes.Ldftn.Value)
            {
                handler = instruction.Token;
            }
            else if (IsCall(instruction)
                && pattern is not null
                && handler != 0
                && module.Code?.Name(instruction.Token) is { Type: "Microsoft.AspNetCore.Builder.EndpointRouteBuilderExtensions" } map
                && Mapping.Contains(map.Method))
            {
                _handlers.Add((map.Method["Map".Length..].ToUpperInvariant(), Segments(pattern), module, handler));
                (pattern, handler) = (null, 0);
            }
        }
    }

    private static Frame? Search(SourceModule module, int method, string wanted, int depth)
    {
        if (module.Code is not { } code || code.Name(method) is not { } caller)
            return null;
        Instruction[] calls = [.. code.Instructions(method).Where(IsCall)];
        Instruction[] found = [.. calls.Where(call => IsWanted(code.Name(call.Token)?.Method, wanted))];
        if (found.Length > 0)
        {
            return found.Length == 1 && module.Line(method, found[0].Offset) is { } line
                ? new Frame(caller.Type, caller.Method, FrameOrigin.Own, line.File, line.Line)
                {
                    Guard = code.Guard(method, found[0].Offset),
                    IsInLoop = code.IsInLoop(method, found[0].Offset),
                }
                : null;
        }

        return depth == 0 ? null : Only(calls
            .Select(call => call.Token)
            .Distinct()
            .Where(token => token != method)
            .Select(token => Search(module, token, wanted, depth - 1)));
    }

    private static Frame? Only(IEnumerable<Frame?> found) =>
        found.Where(frame => frame is not null).Distinct().Take(2).ToArray() is [var only] ? only : null;

    private static bool IsCall(Instruction instruction) => instruction.Code == OpCodes.Call.Value
        || instruction.Code == OpCodes.Callvirt.Value;

    private static string Wanted(string call) => call[(call.LastIndexOf('.') + 1)..];

    // "Task.Result" is the method "get_Result"; a lock statement on a Lock enters it by a method of its own.
    private static bool IsWanted(string? method, string wanted) =>
        method == wanted || method == $"get_{wanted}" || (wanted == "Enter" && method == "EnterScope");

    // A group that the handler was mapped in has put its own path before.
    private static bool Fits(string[] pattern, string[] path) =>
        pattern.Length <= path.Length && (pattern.Length > 0 || path.Length == 0)
        && pattern.Zip(path[^pattern.Length..])
            .All(pair => pair.First.StartsWith('{') || pair.First.Equals(pair.Second, StringComparison.OrdinalIgnoreCase));

    private static string[] Segments(string path) => path.Split('?')[0].Split('/', StringSplitOptions.RemoveEmptyEntries);
}
