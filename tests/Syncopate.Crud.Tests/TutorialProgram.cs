using System.Diagnostics;
using System.Reflection;
using System.Runtime.Loader;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Syncopate.Crud.Tests;

/// <summary>The tutorial's program while it runs, in this process, on a port of its own.</summary>
internal sealed class TutorialProgram : IAsyncDisposable, IObserver<DiagnosticListener>, IObserver<KeyValuePair<string, object?>>
{
    private readonly TaskCompletionSource<IHost> _host = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Assembly _assembly;
    private Task _run = Task.CompletedTask;

    private TutorialProgram(Assembly assembly) => _assembly = assembly;

    public HttpClient Client { get; } = new();

    public static async Task<TutorialProgram> StartAsync(Tutorial tutorial, string connectionString)
    {
        TutorialProgram program = new(tutorial.Entry.DeclaringType!.Assembly);
        AssemblyLoadContext.Default.Resolving += program.Resolve;
        using IDisposable listening = DiagnosticListener.AllListeners.Subscribe(program);

        string[] args =
        [
            "--urls", "http://127.0.0.1:0",
            "--applicationName", Tutorial.Name,
            "--ConnectionStrings:Blog", connectionString,
            "--Logging:LogLevel:Default", "None",
        ];
        program._run = Task.Run(async () =>
        {
            if (tutorial.Entry.Invoke(null, [args]) is Task main)
                await main;
        });
        Task first = await Task.WhenAny(program._host.Task, program._run);
        await first;

        IHost host = await program._host.Task;
        IHostApplicationLifetime lifetime = host.Services.GetRequiredService<IHostApplicationLifetime>();
        TaskCompletionSource started = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using CancellationTokenRegistration registration = lifetime.ApplicationStarted.Register(started.SetResult);
        await await Task.WhenAny(started.Task, program._run);
        ICollection<string> addresses = host.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()?.Addresses ?? [];
        program.Client.BaseAddress = new Uri(addresses.Single());
        return program;
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        (await _host.Task).Services.GetRequiredService<IHostApplicationLifetime>().StopApplication();
        await _run;
        AssemblyLoadContext.Default.Resolving -= Resolve;
    }

    void IObserver<DiagnosticListener>.OnNext(DiagnosticListener value)
    {
        if (value.Name == "Microsoft.Extensions.Hosting")
            value.Subscribe(this);
    }

    void IObserver<KeyValuePair<string, object?>>.OnNext(KeyValuePair<string, object?> value)
    {
        if (value is { Key: "HostBuilt", Value: IHost host })
            _host.TrySetResult(host);
    }

    void IObserver<DiagnosticListener>.OnCompleted()
    {
    }

    void IObserver<DiagnosticListener>.OnError(Exception error) => _host.TrySetException(error);

    void IObserver<KeyValuePair<string, object?>>.OnCompleted()
    {
    }

    void IObserver<KeyValuePair<string, object?>>.OnError(Exception error) => _host.TrySetException(error);

    /// <summary>MVC looks for controllers in the assembly that has the application's name.</summary>
    private Assembly? Resolve(AssemblyLoadContext context, AssemblyName name) => name.Name == Tutorial.Name ? _assembly : null;
}
