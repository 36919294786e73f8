using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using SQLitePCL;

namespace FeedService.Database;

/// <summary>Lets EF Core use the SQLite of the operating system, which also keeps it patched; no native binary is shipped.</summary>
internal static class SystemSqlite
{
    // The work is in the type's constructor, so that the module initializer and Main can both ask for it and it happens once.
    static SystemSqlite()
    {
        // Microsoft.Data.Sqlite asks for SQLitePCLRaw.core 2.1.13, which not every registry has, and .NET refuses an older one. Asked for
        // without a version, 2.0.6 loads and lacks one member of those that EF Core uses: sqlite3_load_extension. Where the newer one was
        // restored this never fires.
        AssemblyLoadContext.Default.Resolving += static (context, name) =>
            name is { Name: "SQLitePCLRaw.core", Version: not null } ? context.LoadFromAssemblyName(new("SQLitePCLRaw.core")) : null;
        NativeLibrary.SetDllImportResolver(typeof(SQLite3Provider_e_sqlite3).Assembly, Resolve);
        raw.SetProvider(new SQLite3Provider_e_sqlite3());
    }

    /// <summary>To be called before the first use of EF Core; a failure inside it would stick for the life of the process.</summary>
#pragma warning disable CA2255 // Not a library: it must run before anything else of this program, whoever enters it first.
    [ModuleInitializer]
#pragma warning restore CA2255
    internal static void Use()
    {
    }

    private static nint Resolve(string library, System.Reflection.Assembly assembly, DllImportSearchPath? path)
    {
        if (library != "e_sqlite3")
            return 0;

        foreach (string name in Candidates())
        {
            if (NativeLibrary.TryLoad(name, assembly, path, out nint handle))
                return handle;
        }
        return 0;
    }

    private static string[] Candidates() =>
        OperatingSystem.IsWindows() ? ["winsqlite3"]
        : OperatingSystem.IsMacOS() ? ["libsqlite3.dylib"]
        : ["libsqlite3.so.0", "e_sqlite3"];
}
