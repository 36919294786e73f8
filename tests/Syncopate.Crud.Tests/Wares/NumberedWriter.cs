using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>The same as <see cref="CodedWriter"/> for a ware whose key is made.</summary>
[ProjectsFrom<Numbered>]
public sealed partial class NumberedWriter : WareForm, IWritesTo<WareContext, Numbered>
{
    public int Id { get; set; }

    public IReadOnlyList<CrudError> Write(WareContext context, Numbered entity) =>
        WrittenBy(entity, [.. context.Set<Numbered>().OrderBy(ware => ware.Id).Take(2)]);

    public async Task<IReadOnlyList<CrudError>> WriteAsync(
        WareContext context, Numbered entity, CancellationToken cancellationToken)
    {
        IQueryable<Numbered> first = context.Set<Numbered>().OrderBy(ware => ware.Id).Take(2);
        return WrittenBy(entity, await first.ToListAsync(cancellationToken));
    }

    private IReadOnlyList<CrudError> WrittenBy(Numbered ware, List<Numbered> others)
    {
        ware.Secret = WareValues.Closed(Secret);
        return WareValues.IsRefused(Name) ? WareValues.Overturned(ware, others) : [];
    }
}
