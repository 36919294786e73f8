using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>Has a part in each save, and so has the library keep what a repeated one would begin from.</summary>
internal sealed class Idle : SaveChangesInterceptor;
