using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Reading;

namespace Syncopate.Crud.Listing;

/// <summary>What one <see cref="ListRequest{TEntity,TRead}"/> means: which rows there are, and which are on the page.</summary>
internal sealed class Rows<TEntity, TRead>
    where TEntity : class
    where TRead : class, IProjection<TEntity, TRead>
{
    private readonly List<CrudError> _errors = [];
    private readonly int _number;
    private readonly int _size;
    private readonly string? _warning;

    public Rows(DbContext context, CrudRules rules, ListRequest<TEntity, TRead> request)
    {
        _number = Math.Max(1, request.Page);
        _size = Math.Clamp(request.PageSize, 1, rules.MaximumPageSize);
        _warning = request.PageSize > _size ? $"A page has at most {_size} rows." : null;

        All = Filtered(context.Set<TEntity>().AsNoTracking(), request);
        var sorted = Sorted(All, request, EntityPlan<TEntity>.Of(context.Model).KeyOrder);

        // In 64 bits: page two thousand million of a curious user must not turn into a negative number of rows.
        var skipped = (int)Math.Min(int.MaxValue, (_number - 1L) * _size);
        OnPage = (skipped == 0 ? sorted : sorted.Skip(skipped)).Take(_size).Select(TRead.Projection);
    }

    /// <summary>What the user asked wrongly; nothing is read unless it is empty.</summary>
    public IReadOnlyList<CrudError> Errors => _errors;

    public IQueryable<TEntity> All { get; }

    public IQueryable<TRead> OnPage { get; }

    public Result<Page<TRead>> Page(List<TRead> items, int? total)
    {
        var result = Result.Done(new Page<TRead>(items, _number, _size, total));
        return _warning is null ? result : result.Warn(_warning);
    }

    private IQueryable<TEntity> Filtered(IQueryable<TEntity> query, ListRequest<TEntity, TRead> request)
    {
        if (request.Where is { } where)
            query = query.Where(where);
        foreach (var filter in request.Filters)
        {
            if (Find(filter.Member, request) is not { } member)
                continue;
            if (FilterCondition.Of(member, filter, out var error) is { } condition)
                query = query.Where(condition);
            else if (error is not null)
                _errors.Add(error);
        }
        return query;
    }

    private IQueryable<TEntity> Sorted(IQueryable<TEntity> query, ListRequest<TEntity, TRead> request, IReadOnlyList<Expression<Func<TEntity, object?>>> keyOrder)
    {
        IOrderedQueryable<TEntity>? sorted = null;
        foreach (var part in request.Sort.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            var isDescending = part.StartsWith('-');
            if (Find(isDescending ? part[1..] : part, request) is not { } member)
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
        foreach (var column in keyOrder)
            sorted = sorted is null ? query.OrderBy(column) : sorted.ThenBy(column);
        return sorted ?? query;
    }

    private ProjectedMember<TEntity>? Find(string name, ListRequest<TEntity, TRead> request)
    {
        var isAllowed = request.Members?.Contains(name, StringComparer.OrdinalIgnoreCase) is not false;
        if (isAllowed && ProjectedMembers<TEntity, TRead>.All.TryGetValue(name, out var member))
            return member;

        var allowed = ProjectedMembers<TEntity, TRead>.All.Values.Select(known => known.Name)
            .Where(known => request.Members?.Contains(known, StringComparer.OrdinalIgnoreCase) is not false);
        _errors.Add(new CrudError(name, $"A list cannot be sorted or filtered by '{name}'; it can by {string.Join(", ", allowed.Order(StringComparer.Ordinal))}."));
        return null;
    }
}
