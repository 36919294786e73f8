using System.Collections;
using System.Reflection;

namespace WatchedProgram;

/// <summary>Has a runtime whose list of unfinished tasks is not as any known one: who reads its values gets an exception.</summary>
internal sealed class Broken : Dictionary<int, Task>, IDictionary
{
    ICollection IDictionary.Values => throw new InvalidOperationException("The list is not what it was.");

    public static async Task<int> RunAsync()
    {
        FieldInfo list = typeof(Task).GetField("s_currentActiveTasks", BindingFlags.Static | BindingFlags.NonPublic)
            ?? throw new InvalidOperationException("This runtime has no such list.");
        list.SetValue(null, new Broken());
        return await Idle.RunAsync();
    }
}
