using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Syncopate.Crud.Saving;

/// <summary>A token of which a call says what its user saw.</summary>
/// <param name="Token">Its original value is what a save compares.</param>
/// <param name="Before">Its original value before.</param>
/// <param name="Seen">By the user.</param>
internal sealed record ToldToken(PropertyEntry Token, object? Before, object? Seen)
{
    /// <summary>False where the database has given it another value since.</summary>
    public bool IsAsTold => Token.Metadata.GetValueComparer().Equals(Token.OriginalValue, Seen);

    public void Restore()
    {
        Token.OriginalValue = Before;
        if (Equals(Token.CurrentValue, Before))
            return;

        Token.CurrentValue = Before;
        Token.IsModified = false;
    }
}
