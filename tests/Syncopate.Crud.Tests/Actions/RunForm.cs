namespace Syncopate.Crud.Tests.Actions;

public enum RunForm
{
    OnThread,
    AsTask,
}
