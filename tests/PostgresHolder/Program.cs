// Starts a PostgreSQL below FOLDER, prints its process id, and holds it until standard input ends, or until it is
// killed. Usage: PostgresHolder FOLDER
using System.Globalization;
using Syncopate.Running.Servers;

await using PostgresServer server = await PostgresServer.StartAsync(args[0]);
Console.WriteLine(server.ProcessId.ToString(CultureInfo.InvariantCulture));
await Console.In.ReadToEndAsync();
