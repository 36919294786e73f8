namespace Syncopate.Planning.Formulas;

/// <summary>
/// The steady state of users who each wait for an answer before they ask again, with exponential CPU times and waits of
/// any distribution: requests inside the server form a closed network of c processor-sharing cores and a delay (J. R. Jackson, 1957; W.
/// J. Gordon and G. F. Newell, 1967); users and server form the machine-repair model M/M/W//N, whose server works at the inner network's
/// rate (K. M. Chandy, U. Herzog and L. Woo, Parametric Analysis of Queuing Networks, 1975). It is exact without a limit of threads, and
/// with one where users do not think; where threads are short and users think it is an approximation, since the server is put in place of
/// its parts. Cores need not be whole: what works at the rate min(n, c) keeps the product form.</summary>
internal sealed class ClosedNetwork
{
    private ClosedNetwork(double throughput, double response)
    {
        RequestsPerSecond = throughput;
        ResponseSeconds = response;
    }

    /// <summary>X: answers per second.</summary>
    public double RequestsPerSecond { get; }

    /// <summary>R = N / X - Z: mean latency, queueing included, in seconds.</summary>
    public double ResponseSeconds { get; }

    /// <summary>Solves the network.</summary>
    /// <param name="demand">C and I.</param>
    /// <param name="cores">c, above 0; fractions for what other work leaves.</param>
    /// <param name="threads">W: requests above this number queue; null for the asynchronous form.</param>
    /// <param name="users">N, 1 to 20,000.</param>
    /// <param name="thinkSeconds">Z, at least 0; exponential.</param>
    public static ClosedNetwork Solve(RequestDemand demand, double cores, int? threads, int users, double thinkSeconds)
    {
        ArgumentNullException.ThrowIfNull(demand);
        CapacityBounds.CheckServer(cores, threads);
        CapacityBounds.CheckThink(thinkSeconds);
        ArgumentOutOfRangeException.ThrowIfLessThan(users, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(users, 20_000);
        int most = Math.Min(users, threads ?? users);
        double[] rates = InnerRates(demand, cores, most);
        double throughput = thinkSeconds == 0 ? rates[most] : Throughput(rates, users, thinkSeconds);
        return new ClosedNetwork(throughput, users / throughput - thinkSeconds);
    }

    /// <summary>X(n) for n = 0 to <paramref name="most"/>, by Buzen's recursion on the normalising constants: G(n) =
    /// sum over j at the cores of C^j / prod min(i, c) times I^(n-j) / (n-j)!, and X(n) = G(n-1) / G(n).</summary>
    private static double[] InnerRates(RequestDemand demand, double cores, int most)
    {
        // In logarithms, as the constants pass the range of a double from about 170 requests on.
        double[] atCores = new double[most + 1];
        double[] waiting = new double[most + 1];
        for (int n = 1; n <= most; n++)
        {
            atCores[n] = atCores[n - 1] + Math.Log(demand.CpuSeconds) - Math.Log(Math.Min(n, cores));
            waiting[n] = waiting[n - 1] + Math.Log(demand.WaitSeconds) - Math.Log(n);
        }

        double[] rates = new double[most + 1];
        double before = 0;
        for (int n = 1; n <= most; n++)
        {
            double constant = LogConvolution(atCores, waiting, n);
            rates[n] = Math.Exp(before - constant);
            before = constant;
        }

        return rates;
    }

    private static double LogConvolution(double[] left, double[] right, int n)
    {
        double largest = double.NegativeInfinity;
        for (int j = 0; j <= n; j++)
            largest = Math.Max(largest, left[j] + right[n - j]);
        double sum = 0;
        for (int j = 0; j <= n; j++)
            sum += Math.Exp(left[j] + right[n - j] - largest);
        return largest + Math.Log(sum);
    }

    /// <summary>Birth and death: with n requests in the system, users who think send (N - n) / Z, the server answers
    /// X(min(n, W)).</summary>
    private static double Throughput(double[] rates, int users, double thinkSeconds)
    {
        double[] logs = new double[users + 1];
        for (int n = 1; n <= users; n++)
            logs[n] = logs[n - 1] + Math.Log((users - n + 1) / thinkSeconds) - Math.Log(rates[Math.Min(n, rates.Length - 1)]);
        double largest = logs.Max();
        (double weight, double answered) = (0, 0);
        for (int n = 0; n <= users; n++)
        {
            double p = Math.Exp(logs[n] - largest);
            weight += p;
            answered += p * rates[Math.Min(n, rates.Length - 1)];
        }

        return answered / weight;
    }
}
