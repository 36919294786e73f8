using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>A form that writes a part by itself, reads others for it, and overturns all that it can before it refuses some names.</summary>
[ProjectsFrom<Coded>]
public sealed partial class CodedWriter : WareForm, IWritesTo<WareContext, Coded>
{
    public string Code { get; set; } = "";

    public IReadOnlyList<CrudError> Write(WareContext context, Coded entity) =>
        WrittenBy(entity, [.. context.Set<Coded>().OrderBy(ware => ware.Code).Take(2)]);

    public async Task<IReadOnlyList<CrudError>> WriteAsync(
        WareContext context, Coded entity, CancellationToken cancellationToken)
    {
        IQueryable<Coded> first = context.Set<Coded>().OrderBy(ware => ware.Code).Take(2);
        return WrittenBy(entity, await first.ToListAsync(cancellationToken));
    }

    private IReadOnlyList<CrudError> WrittenBy(Coded ware, List<Coded> others)
    {
        ware.Secret = WareValues.Closed(Secret);
        return WareValues.IsRefused(Name) ? WareValues.Overturned(ware, others) : [];
    }
}
