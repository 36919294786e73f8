namespace Syncopate.Crud.Saving;

/// <summary>What a call says of the concurrency tokens of a row that the context knows.</summary>
internal enum SeenToken
{
    /// <summary>Its user saw what the context knows, or the row has no token.</summary>
    Known,

    /// <summary>Its user saw another version than the context knows.</summary>
    Other,

    /// <summary>Nothing of one that the row has: the row is meant as it is now, and not as the context met it once.</summary>
    Untold,
}
