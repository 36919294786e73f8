using Syncopate.Statistics;

namespace Syncopate.Tests.Statistics;

/// <summary>
/// A machine whose speed wanders, after the models of docs/method.md: a slow random walk that returns
/// (Ornstein-Uhlenbeck), a drift, bursts of other work, and white noise on each slot. Deterministic for a seed.</summary>
internal sealed class MachineNoise(MachineNoise.Model model, ulong seed)
{
    private const double StepSeconds = 0.1;
    private readonly Xoshiro256 _random = new(seed);
    private double _seconds;
    private double _wander = double.NaN;
    private double _burst = 1;
    private double _burstEndsAt = -1;

    /// <summary>Quiet: OU sd 1 % tau 10 s, drift 2 % a minute, white 1 %.</summary>
    public static Model Quiet { get; } = new(0.01, 10, 0.02, 0.01, double.PositiveInfinity);

    /// <summary>Noisy: OU 8 % tau 20 s, drift 10 % a minute, bursts of x1.2 to x2.5 for 2 s every 15 s, white 5 %.</summary>
    public static Model Noisy { get; } = new(0.08, 20, 0.10, 0.05, 15);

    /// <summary>Mean latency of the next slot of one second, where a still machine gives 1.</summary>
    public double NextSlot()
    {
        double sum = 0.0;
        for (int step = 0; step < 10; step++)
            sum += NextStep();
        return sum / 10 * (1 + model.WhiteShare * Gaussian());
    }

    /// <summary>A standard normal draw, by Box and Muller.</summary>
    public double Gaussian() => Math.Sqrt(2 * _random.Exponential()) * Math.Cos(2 * Math.PI * _random.Uniform());

    private double NextStep()
    {
        double decay = Math.Exp(-StepSeconds / model.WanderSeconds);
        _wander = double.IsNaN(_wander)
            ? model.WanderShare * Gaussian()
            : decay * _wander + model.WanderShare * Math.Sqrt(1 - decay * decay) * Gaussian();
        _seconds += StepSeconds;
        if (_random.Uniform() < StepSeconds / model.BurstEverySeconds)
        {
            _burst = 1.2 + 1.3 * _random.Uniform();
            _burstEndsAt = _seconds + 2 * _random.Exponential();
        }

        return (1 + _wander + model.DriftPerMinute * _seconds / 60) * (_seconds < _burstEndsAt ? _burst : 1);
    }

    /// <summary>Shares of 1 and seconds.</summary>
    public sealed record Model(
        double WanderShare, double WanderSeconds, double DriftPerMinute, double WhiteShare, double BurstEverySeconds);
}
