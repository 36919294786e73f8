using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Npgsql;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Running.Servers;

namespace Syncopate.ClusterBench;

/// <summary>A PostgreSQL with TLS and SCRAM, as agents on other machines need it, that can be killed and started again with what it
/// had.</summary>
internal sealed class BenchDatabase : IAsyncDisposable
{
    private const string Password = "bench";
    private const int MostConnections = 400; // ScaleBench has 256 agents that wait, beside those that ask.

    private readonly string _folder;
    private readonly string _programs;
    private readonly int _port;
    private Process? _process;

    private BenchDatabase(string programs, string folder, int port)
    {
        _programs = programs;
        _folder = folder;
        _port = port;
    }

    /// <summary>As the owner on this machine speaks to it.</summary>
    public string Owner => Line("127.0.0.1", "syncopate");

    public int Port => _port;

    public static async Task<BenchDatabase> StartAsync()
    {
        PostgresPrograms programs = await PostgresPrograms.FindAsync()
            ?? throw new InvalidOperationException("The PostgreSQL programs are not here. On Debian: apt-get install postgresql");
        string folder = Directory.CreateTempSubdirectory("syncopate-bench-").FullName;
        BenchDatabase database = new(programs.Folder, folder, FreePort.Find());
        database.WriteFiles();
        Shell.Run($"chmod 777 {folder}");
        using (Process make = database.Launch("initdb", "-D", database.Data, "-U", "syncopate", "--auth=scram-sha-256", "--pwfile",
            Path.Combine(folder, "password"), "-E", "UTF8", "--locale=C", "--no-sync"))
        {
            await make.WaitForExitAsync();
        }

        Shell.Run($"cp {folder}/server.crt {folder}/server.key {database.Data}");
        Shell.Run($"chown -R --reference={database.Data} {database.Data}");
        Shell.Run($"chmod 600 {database.Data}/server.key");
        await File.AppendAllTextAsync(Path.Combine(database.Data, "pg_hba.conf"), "hostssl all all 10.77.0.0/24 scram-sha-256\n");
        await database.RiseAsync();
        await ClusterRoles.CreateAsync(JoinAddress.Parse(database.Owner), CancellationToken.None);
        await database.ExecuteAsync($"create role agents login password '{Password}' in role {ClusterRoles.Agent}");
        return database;
    }

    /// <summary>As an agent speaks to it: with a checked certificate, directly or by a proxy in between.</summary>
    public string Agent(int port) => string.Create(CultureInfo.InvariantCulture,
        $"Host={BenchNetwork.Host};Port={port};Username=agents;Password={Password};Database=postgres;"
            + $"Root Certificate={_folder}/server.crt");

    public async Task RiseAsync()
    {
        _process = Launch("postgres", "-D", Data, "-p", _port.ToString(CultureInfo.InvariantCulture), "-c",
            $"listen_addresses=127.0.0.1,{BenchNetwork.Host}", "-c", "unix_socket_directories=", "-c", "ssl=on", "-c",
            $"max_connections={MostConnections}");
        while (true)
        {
            try
            {
                await ExecuteAsync("select 1");
                return;
            }
            catch (NpgsqlException) when (!_process.HasExited)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(20));
            }
        }
    }

    /// <summary>Kills it as a crash of its machine would: nothing is written any more.</summary>
    public async Task KillAsync()
    {
        string id = (await File.ReadAllLinesAsync(Path.Combine(Data, "postmaster.pid")))[0];
        Shell.Run($"kill -9 {id}");
        if (_process is not null)
            await _process.WaitForExitAsync();
    }

    /// <summary>Processor time of all its processes so far, those that have ended included.</summary>
    public TimeSpan Processor()
    {
        int postmaster = int.Parse(File.ReadLines(Path.Combine(Data, "postmaster.pid")).First(), CultureInfo.InvariantCulture);
        long ticks = 0;
        foreach (string folder in Directory.EnumerateDirectories("/proc").Where(folder => char.IsAsciiDigit(Path.GetFileName(folder)[0])))
        {
            string stat = File.Exists($"{folder}/stat") ? ReadStat($"{folder}/stat") : "";
            string[] fields = stat[(stat.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            // proc(5), from the third field: parent 2, user and system 12 and 13, those of children that have ended 14 and 15.
            bool isOwn = Path.GetFileName(folder) == postmaster.ToString(CultureInfo.InvariantCulture);
            if (fields.Length > 15 && (isOwn || fields[1] == postmaster.ToString(CultureInfo.InvariantCulture)))
                ticks += fields.Skip(11).Take(isOwn ? 4 : 2).Sum(field => long.Parse(field, CultureInfo.InvariantCulture));
        }

        return TimeSpan.FromMilliseconds(10 * ticks);
    }

    private static string ReadStat(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (IOException)
        {
            return ""; // It has ended meanwhile.
        }
    }

    /// <summary>Numbers of the intervals that are stored of an agent in a round.</summary>
    public async Task<IReadOnlyList<int>> StoredAsync(Guid run, int round, int agent, int incarnation)
    {
        await using NpgsqlConnection open = new(Owner + ";Pooling=false");
        await open.OpenAsync();
        await using NpgsqlCommand command = new(
            "select sequence from syncopate.interval where run = $1 and round = $2 and agent = $3 and incarnation = $4 order by sequence",
            open);
        foreach (object value in new object[] { run, round, agent, incarnation })
            command.Parameters.Add(new NpgsqlParameter { Value = value });
        List<int> numbers = [];
        await using NpgsqlDataReader reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync())
            numbers.Add(reader.GetInt32(0));
        return numbers;
    }

    public async ValueTask DisposeAsync()
    {
        if (_process is { HasExited: false })
            await KillAsync();
        _process?.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private string Data => Path.Combine(_folder, "data");

    private string Line(string host, string user) => string.Create(
        CultureInfo.InvariantCulture, $"Host={host};Port={_port};Username={user};Password={Password};Database=postgres");

    private async Task ExecuteAsync(string text)
    {
        await using NpgsqlConnection open = new(Owner + ";Pooling=false;Timeout=3");
        await open.OpenAsync();
        await using NpgsqlCommand command = new(text, open);
        await command.ExecuteNonQueryAsync();
    }

    private void WriteFiles()
    {
        using RSA key = RSA.Create(2048);
        CertificateRequest request = new($"CN={BenchNetwork.Host}", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        SubjectAlternativeNameBuilder names = new();
        names.AddIpAddress(BenchNetwork.Host);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        DateTimeOffset now = TimeProvider.System.GetUtcNow();
        // Some agents' clocks are days off.
        using X509Certificate2 certificate = request.CreateSelfSigned(now.AddYears(-1), now.AddYears(1));
        File.WriteAllText(Path.Combine(_folder, "server.crt"), certificate.ExportCertificatePem());
        File.WriteAllText(Path.Combine(_folder, "server.key"), key.ExportPkcs8PrivateKeyPem());
        File.WriteAllText(Path.Combine(_folder, "password"), Password);
    }

    private Process Launch(string program, params string[] arguments)
    {
        string[] line = [.. UnprivilegedUser.Switch(), Path.Combine(_programs, program), .. arguments];
        ProcessStartInfo start = new(line[0], line[1..])
        {
            WorkingDirectory = "/",
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        Process process = Process.Start(start) ?? throw new InvalidOperationException($"'{program}' cannot be started.");
        process.ErrorDataReceived += static (_, _) => { };
        process.OutputDataReceived += static (_, _) => { };
        process.BeginErrorReadLine();
        process.BeginOutputReadLine();
        return process;
    }
}
