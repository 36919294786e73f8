using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Syncopate.Watch.Awaits;

/// <summary>Finds where a method of an assembly is written, by the portable PDB beside it or inside; nothing is loaded for it.</summary>
internal static class PlaceReader
{
    /// <summary>The place of a method; null where no PDB has it.</summary>
    /// <param name="assembly">Path of the assembly.</param>
    /// <param name="token">The method's token there.</param>
    public static SourcePlace? Of(string assembly, int token) => StateMachineReader.Read<SourcePlace?>(
        assembly, (_, pdb) => Find(pdb, (MethodDefinitionHandle)MetadataTokens.EntityHandle(token)));

    private static SourcePlace? Find(MetadataReader pdb, MethodDefinitionHandle method)
    {
        foreach (MethodDebugInformationHandle handle in pdb.MethodDebugInformation)
        {
            // The code of an async method stands in the state machine that the compiler made of it.
            MethodDebugInformation debug = pdb.GetMethodDebugInformation(handle);
            bool isMeant = handle.ToDefinitionHandle() == method || debug.GetStateMachineKickoffMethod() == method;
            if (!isMeant || debug.SequencePointsBlob.IsNil)
                continue;
            foreach (SequencePoint point in debug.GetSequencePoints())
            {
                if (!point.IsHidden)
                    return new SourcePlace(pdb.GetString(pdb.GetDocument(point.Document).Name), point.StartLine);
            }
        }

        return null;
    }
}
