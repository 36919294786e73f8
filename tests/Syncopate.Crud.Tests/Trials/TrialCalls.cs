using System.Globalization;
using System.Text.Json.Nodes;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>Makes up calls, good ones and bad ones, by the rows that there are.</summary>
internal sealed class TrialCalls(Random random, Dictionary<string, string> rows, bool hasVersion)
{
    private const string Letters = "abcdefghijklmnopqrstuvwxyz";
    private const int Nobody = 99999;
    private const int Column = 100000; // How many keys of flags a row between ships and flags is told apart by.

    private static readonly CrudError[] Refusal = [new("", "No.")];

    public TrialCall Next() => random.Next(9) switch
    {
        0 or 1 or 2 => UpdateByForm(),
        3 => CreateByForm(),
        4 => Patch(),
        5 => UpdateByEntity(),
        6 => DeleteShip(),
        7 => random.Next(3) == 0 ? DeleteHarbour() : CreateFlag(),
        _ => Raise(),
    };

    public static bool Flies(string row, int ship) => row.StartsWith("flies ", StringComparison.Ordinal) && Number(row) / Column == ship;

    public static string Fly(int ship, int flag) => string.Create(CultureInfo.InvariantCulture, $"flies {(ship * Column) + flag}");

    public static int Number(string row) =>
        int.Parse(row.AsSpan(row.IndexOf(' ', StringComparison.Ordinal) + 1), CultureInfo.InvariantCulture);

    public int AnyOf(string kind) => random.Next(20) == 0 || Keys(kind) is not { Count: > 0 } keys ? Nobody : keys[random.Next(keys.Count)];

    private TrialCall UpdateByForm()
    {
        int id = AnyOf("ship");
        ShipForm form = Form(id);
        return new TrialCall(
            $"update ship {id} by {Told(form)}",
            crud => crud.Update<Ship, ShipForm>(id, form),
            async (crud, token) => await crud.UpdateAsync<Ship, ShipForm>(id, form, token),
            row => row == $"ship {id}" || Flies(row, id),
            (_, after, result) => IsWritten(after, id, form, isNew: result.Message.StartsWith("Nothing", StringComparison.Ordinal)));
    }

    private TrialCall CreateByForm()
    {
        ShipForm form = Form(Nobody);
        List<int> known = Keys("ship");
        return new TrialCall(
            $"create a ship by {Told(form)}",
            crud => crud.Create<Ship, ShipForm>(form),
            async (crud, token) => await crud.CreateAsync<Ship, ShipForm>(form, token),
            row => row.StartsWith("ship ", StringComparison.Ordinal) && !known.Contains(Number(row))
                || row.StartsWith("flies ", StringComparison.Ordinal) && !known.Contains(Number(row) / Column),
            (_, after, result) => ((Result<Ship>)result).Value.Id is var id
                && !known.Contains(id)
                && IsWritten(after, id, form, isNew: true));
    }

    private TrialCall Patch()
    {
        int id = AnyOf("ship");
        var (name, maker, flags) = (Word(10), Word(11), Flags());
        List<JsonPatchOperation> operations = [new("replace", "/name", name)];
        if (random.Next(2) == 0)
            operations.Add(new("replace", "/engine/maker", maker));
        if (random.Next(2) == 0)
            operations.Add(new("replace", "/flagIds", new JsonArray([.. flags.Select(flag => JsonValue.Create(flag))])));
        bool hasMaker = operations.Exists(step => step.Path == "/engine/maker");
        bool hasFlags = operations.Exists(step => step.Path == "/flagIds");
        return new TrialCall(
            $"patch ship {id}: {string.Join(' ', operations)}",
            crud => crud.Patch<Ship, ShipForm>(id, new JsonPatch(operations)),
            async (crud, token) => await crud.PatchAsync<Ship, ShipForm>(id, new JsonPatch(operations), token),
            row => row == $"ship {id}" || Flies(row, id),
            (before, after, _) => after[$"ship {id}"].Split(", ") is var now && now[0] == name && (!hasMaker || now[1] == maker)
                && FlagsOf(after, id).SetEquals(hasFlags ? flags : FlagsOf(before, id)));
    }

    private TrialCall UpdateByEntity()
    {
        int id = AnyOf("ship");
        ShipForm form = Form(id);
        form.NewKeel ??= "";
        Ship Given() => new()
        {
            Id = id,
            Name = form.Name,
            Engine = new Engine { Maker = form.Engine.Maker },
            Load = new Load { Unit = form.LoadUnit },
            Keel = Keel.Of(form.NewKeel ?? ""),
            Dues = [.. form.Dues],
            HarbourId = form.HarbourId,
            Version = form.Version,
        };
        return new TrialCall(
            $"update an entity of ship {id} by {Told(form)}",
            crud => crud.Update(Given()),
            async (crud, token) => await crud.UpdateAsync(Given(), token),
            row => row == $"ship {id}",
            (before, after, result) => IsWritten(
                after,
                id,
                form,
                isNew: result.Message.StartsWith("Nothing", StringComparison.Ordinal),
                FlagsOf(before, id)));
    }

    private TrialCall DeleteShip()
    {
        var (id, refuses) = (AnyOf("ship"), random.Next(3) == 0);
        IReadOnlyList<CrudError> Before(TrialContext context, Ship ship)
        {
            ship.Name = "gone";
            context.Entry(ship).Collection(row => row.Flags).Load();
            ship.Flags.Clear();
            return refuses ? Refusal : [];
        }
        return new TrialCall(
            $"delete ship {id}{(refuses ? ", refused" : "")}",
            crud => crud.Delete<Ship>(id, Before),
            async (crud, token) => await crud.DeleteAsync<Ship>(id, (context, ship, _) => Task.FromResult(Before(context, ship)), token),
            row => row == $"ship {id}" || Flies(row, id),
            (_, after, _) => !after.ContainsKey($"ship {id}") && FlagsOf(after, id).Count == 0);
    }

    private TrialCall DeleteHarbour()
    {
        int id = AnyOf("harbour");
        return new TrialCall(
            $"delete harbour {id}",
            crud => crud.Delete<Harbour>(id),
            async (crud, token) => await crud.DeleteAsync<Harbour>(id, cancellationToken: token),
            row => row == $"harbour {id}"
                || row.StartsWith("ship ", StringComparison.Ordinal)
                || row.StartsWith("flies ", StringComparison.Ordinal),
            (_, after, _) => !after.ContainsKey($"harbour {id}"));
    }

    private TrialCall CreateFlag()
    {
        string colour = random.Next(3) == 0 && Keys("flag") is [var first, ..] ? rows[$"flag {first}"] : Word(20);
        List<int> known = Keys("flag");
        return new TrialCall(
            $"create flag {colour}",
            crud => crud.Create(new Flag { Colour = colour }),
            async (crud, token) => await crud.CreateAsync(new Flag { Colour = colour }, token),
            row => row.StartsWith("flag ", StringComparison.Ordinal) && !known.Contains(Number(row)),
            (_, after, result) => after[$"flag {((Result<Flag>)result).Value.Id}"] == colour);
    }

    /// <summary>A ship that is sunk, or will be: past the filter.</summary>
    private TrialCall Raise()
    {
        int id = AnyOf("ship");
        bool isSunk = random.Next(2) == 0;
        Raising form = new(isSunk);
        return new TrialCall(
            $"set ship {id} {(isSunk ? "sunk" : "afloat")}",
            crud => Past(crud).Update<Ship, Raising>(id, form),
            async (crud, token) => await Past(crud).UpdateAsync<Ship, Raising>(id, form, token),
            row => row == $"ship {id}",
            (_, after, _) => after[$"ship {id}"].Split(", ")[^2] == (isSunk ? "1" : "0"));
    }

    private static CrudService<TrialContext> Past(CrudService<TrialContext> crud) => crud.Context.Shape.HidesSunk
        ? crud.IgnoreFilters(TrialContext.NotSunk)
        : crud.IgnoreFilters();

    private bool IsWritten(Dictionary<string, string> after, int id, ShipForm form, bool isNew, HashSet<int>? flags = null)
    {
        string[] now = after[$"ship {id}"].Split(", ");
        string[] given = [form.Name, form.Engine.Maker, form.LoadUnit];
        return now.Take(3).SequenceEqual(given)
            && now[^3] == (form.HarbourId is { } harbour ? string.Create(CultureInfo.InvariantCulture, $"{harbour}") : "none")
            && (form.NewKeel is null || string.Join(", ", now[4..7]) == Keel.Told(Keel.Of(form.NewKeel)))
            && string.Join(", ", now[7..^3]) == $"[{string.Join(',', form.Dues)}]"
            && FlagsOf(after, id).SetEquals(flags ?? [.. form.FlagIds])
            && (isNew || !hasVersion || int.Parse(now[^1], CultureInfo.InvariantCulture) == form.Version + 1);
    }

    private ShipForm Form(int id)
    {
        int version = rows.TryGetValue($"ship {id}", out string? row) ? int.Parse(row.Split(", ")[^1], CultureInfo.InvariantCulture) : 1;
        return new ShipForm
        {
            Name = random.Next(12) == 0 && Keys("ship") is [var first, ..]
                ? rows[$"ship {first}"].Split(", ")[0]
                : Word(random.Next(12) == 0 ? 12 : 8),
            Engine = new EngineForm { Maker = Word(random.Next(12) == 0 ? 12 : 5) },
            LoadUnit = Word(random.Next(12) == 0 ? 5 : 3),
            NewKeel = random.Next(3) switch
            {
                0 => null,
                1 => "",
                _ => Word(4),
            },
            Dues = [.. Enumerable.Range(0, random.Next(3)).Select(_ => random.Next(9))],
            HarbourId = random.Next(4) == 0 ? null : AnyOf("harbour"),
            Version = random.Next(8) == 0 ? version - 1 : version,
            FlagIds = [.. Flags()],
            Refuses = random.Next(6) == 0,
            Breaks = random.Next(12) == 0,
        };
    }

    private static HashSet<int> FlagsOf(Dictionary<string, string> rows, int ship) =>
        [.. rows.Keys.Where(row => Flies(row, ship)).Select(row => Number(row) % Column)];

    private HashSet<int> Flags() =>
        [.. Keys("flag").Where(_ => random.Next(2) == 0).Take(4), .. random.Next(15) == 0 ? [Nobody] : Array.Empty<int>()];

    private List<int> Keys(string kind) => [.. rows.Keys.Where(row => row.StartsWith($"{kind} ", StringComparison.Ordinal)).Select(Number)];

    private string Word(int longest) => new(
        [.. Enumerable.Range(0, random.Next(15) == 0 ? 0 : random.Next(2, longest + 1)).Select(_ => Letters[random.Next(Letters.Length)])]);

    private static string Told(ShipForm form) =>
        $"'{form.Name}' '{form.Engine.Maker}' '{form.LoadUnit}' [{string.Join(',', form.Dues)}] harbour {form.HarbourId} "
        + $"keel '{form.NewKeel ?? "as it is"}' "
        + $"v{form.Version} flags {string.Join(' ', form.FlagIds)}{(form.Refuses ? ", refused" : "")}{(form.Breaks ? ", broken" : "")}";
}
