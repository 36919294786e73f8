namespace Syncopate.Crud.Changing;

/// <summary>Which of the two forms a call is planned for.</summary>
internal enum CallForm
{
    Synchronous,
    Asynchronous,
}
