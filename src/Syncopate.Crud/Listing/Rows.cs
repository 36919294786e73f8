using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Reading;
using Syncopate.Crud.Refusing;

namespace Syncopate.Crud.Listing;

/// <summary>What one <see cref="ListRequest{TEntity,TRead}"/> means: which rows there are, and which are on the page.</summary>
internal sealed class Rows<TEntity, TRead>
    where TEntity : class
    where TRead : class, IProjection<TEntity, TRead>
{
    // Each member becomes a call around the others, and the database is asked in another way for each order: what a
    // user sends must not decide how deep and how often.
    private const int MostSorted = 8;
    private const int MostFilters = 20;

    private readonly List<CrudError> _errors = [];
    private readonly DbContext _context;
    private readonly ListedMembers<TEntity, TRead> _members;
    private readonly int _number;
    private readonly int _size;
    private readonly string? _warning;
    private readonly IQueryable<TEntity> _all;
    private readonly IQueryable<TRead> _onPage;

    private Rows(DbContext context, CrudRules rules, ListRequest<TEntity, TRead> request, IgnoredFilters ignored)
    {
        _context = context;
        _members = ListedMembers<TEntity, TRead>.Of(context.Model);
        _number = Math.Max(1, request.Page);
        _size = Math.Clamp(request.PageSize, 1, rules.MaximumPageSize);
        _warning = request.PageSize > _size ? $"A page has at most {_size} rows." : null;

        _all = Filtered(ignored.In(context.Set<TEntity>()).AsNoTracking(), request);
        IQueryable<TEntity> sorted = Sorted(_all, request);

        // In 64 bits: page two thousand million of a curious user must not turn into a negative number of rows.
        int skipped = (int)Math.Min(int.MaxValue, (_number - 1L) * _size);
        _onPage = (skipped == 0 ? sorted : sorted.Skip(skipped)).Take(_size).Select(TRead.Projection);
    }

    public static Result<Page<TRead>> Read(
        DbContext context, CrudRules rules, ListRequest<TEntity, TRead> request, IgnoredFilters ignored)
    {
        Rows<TEntity, TRead> rows = new(context, rules, request, ignored);
        if (rows._errors.Count > 0)
            return Result.Invalid<Page<TRead>>(rows._errors);

        try
        {
            int? total = request.Counts ? rows._all.Count() : null;
            return rows.Page(rows._onPage.ToList(), total);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<Page<TRead>>();
        }
    }

    public static async Task<Result<Page<TRead>>> ReadAsync(
        DbContext context,
        CrudRules rules,
        ListRequest<TEntity, TRead> request,
        IgnoredFilters ignored,
        CancellationToken cancellationToken)
    {
        Rows<TEntity, TRead> rows = new(context, rules, request, ignored);
        if (rows._errors.Count > 0)
            return Result.Invalid<Page<TRead>>(rows._errors);

        try
        {
            int? total = request.Counts ? await rows._all.CountAsync(cancellationToken).ConfigureAwait(false) : null;
            return rows.Page(await rows._onPage.ToListAsync(cancellationToken).ConfigureAwait(false), total);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<Page<TRead>>();
        }
    }

    private Result<Page<TRead>> Page(List<TRead> items, int? total)
    {
        Result<Page<TRead>> result = Result.Done(new Page<TRead>(items, _number, _size, total));
        return _warning is null ? result : result.Warn(_warning);
    }

    private IQueryable<TEntity> Filtered(IQueryable<TEntity> query, ListRequest<TEntity, TRead> request)
    {
        if (request.Where is { } where)
            query = query.Where(where);

        // What JSON leaves out is null here, whatever the types say.
        if (request.Filters is null || request.Filters.Any(filter => filter is null))
        {
            _errors.Add(new CrudError("", "A condition of a list has a member, a comparison and a value."));
            return query;
        }
        if (request.Filters.Count > MostFilters)
        {
            _errors.Add(new CrudError("", $"A list takes {MostFilters} conditions at most; there are {request.Filters.Count}."));
            return query;
        }
        foreach (MemberFilter filter in request.Filters)
        {
            if (Find(filter.Member ?? "", request) is not { } member)
                continue;
            bool isWithoutZone = IsTime(member) && _members.IsWithoutZone(member);
            if (FilterCondition.Of(member, filter, isWithoutZone, _members.Column(member), out CrudError? error) is { } condition)
                query = query.Where(condition);
            else if (error is not null)
                _errors.Add(error);
        }
        return query;
    }

    private IQueryable<TEntity> Sorted(IQueryable<TEntity> query, ListRequest<TEntity, TRead> request)
    {
        IOrderedQueryable<TEntity>? sorted = null;
        foreach (var (name, isDescending) in Parts(request.Sort))
        {
            if (Find(name, request) is not { } member)
                continue;
            sorted = (sorted, isDescending) switch
            {
                (null, false) => query.OrderBy(member.SortKey),
                (null, true) => query.OrderByDescending(member.SortKey),
                (_, false) => sorted.ThenBy(member.SortKey),
                (_, true) => sorted.ThenByDescending(member.SortKey),
            };
        }

        // Without it rows that are equal may change places between two pages: one is shown twice, another never.
        foreach (Expression<Func<TEntity, object?>> column in _members.LastOrder(_context))
            sorted = sorted is null ? query.OrderBy(column) : sorted.ThenBy(column);
        return sorted ?? query;
    }

    /// <summary>Each name once: sorted by it already, a list is not sorted by it again.</summary>
    private List<(string Name, bool IsDescending)> Parts(string? sort)
    {
        List<(string Name, bool IsDescending)> parts =
        [
            .. (sort ?? "").Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
                .Select(part => part.StartsWith('-') ? (Name: part[1..], IsDescending: true) : (Name: part, IsDescending: false))
                .DistinctBy(part => part.Name, StringComparer.OrdinalIgnoreCase),
        ];
        if (parts.Count <= MostSorted)
            return parts;

        _errors.Add(new CrudError("", $"A list is sorted by {MostSorted} members at most; there are {parts.Count}."));
        return [];
    }

    private static bool IsTime(ProjectedMember<TEntity> member) =>
        (Nullable.GetUnderlyingType(member.Type) ?? member.Type) == typeof(DateTime);

    private ProjectedMember<TEntity>? Find(string name, ListRequest<TEntity, TRead> request)
    {
        bool isAllowed = request.Members?.Contains(name, StringComparer.OrdinalIgnoreCase) is not false;
        if (isAllowed && _members.Find(_context, name) is { } member)
            return member;

        IEnumerable<string> allowed = _members.Names(_context)
            .Where(known => request.Members?.Contains(known, StringComparer.OrdinalIgnoreCase) is not false);
        var (shown, list) = (UserText.Shown(name), string.Join(", ", allowed.Order(StringComparer.Ordinal)));
        _errors.Add(new CrudError(shown, $"A list cannot be sorted or filtered by '{shown}'; it can by {list}."));
        return null;
    }
}
