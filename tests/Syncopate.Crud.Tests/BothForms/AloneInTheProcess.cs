using Xunit;

namespace Syncopate.Crud.Tests.BothForms;

/// <summary>For tests that count what the whole process does.</summary>
[CollectionDefinition(nameof(AloneInTheProcess), DisableParallelization = true)]
public sealed class AloneInTheProcess;
