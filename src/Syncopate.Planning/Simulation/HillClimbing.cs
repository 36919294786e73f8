using System.Numerics;
using Syncopate.Planning.Formulas;
using Syncopate.Statistics;

namespace Syncopate.Planning.Simulation;

/// <summary>
/// How the pool looks for the number of threads with the highest throughput: it swings the number in a small wave,
/// measures by Goertzel's algorithm how much of that wave the throughput shows, and moves where it shows more than noise (J. L.
/// Hellerstein, V. Morrison and E. Eilebrecht, Applying Control Theory in the Real World: Experience with Building a Controller for the
/// .NET Thread Pool, Performance Evaluation Review 37, 2009; constants of <see cref="PoolConstants"/>).</summary>
internal sealed class HillClimbing
{
    private readonly PoolConstants _constants;
    private readonly Xoshiro256 _random;
    private readonly int _maximum;
    private readonly double[] _throughputs;
    private readonly double[] _threads;
    private long _samples;
    private int _last;
    private double _control;
    private double _noise;
    private double _heldSeconds;
    private int _heldCompletions;
    private int _sampleMilliseconds;

    public HillClimbing(PoolConstants constants, int maximum, Xoshiro256 random)
    {
        _constants = constants;
        _random = random;
        _maximum = maximum;
        _throughputs = new double[constants.WavePeriod * constants.WaveHistory];
        _threads = new double[_throughputs.Length];
        _sampleMilliseconds = DrawSample();
    }

    /// <summary>Length of the current sample, in ms.</summary>
    public int SampleMilliseconds { get; private set; } = 10;

    /// <summary>Takes a sample into account.</summary>
    /// <param name="threads">The goal during the sample.</param>
    /// <param name="fewest">The goal is not set lower than this: threads that block on tasks are not to be taken for idle ones.</param>
    /// <param name="seconds">Its length.</param>
    /// <param name="completions">Work items completed in it.</param>
    /// <param name="cpuShare">CPU use of the machine, 0 to 1.</param>
    /// <returns>The new goal; <see cref="SampleMilliseconds"/> is then the length of the next sample.</returns>
    public int Update(int threads, int fewest, double seconds, int completions, double cpuShare)
    {
        Force(threads);
        seconds += _heldSeconds;
        completions += _heldCompletions;
        if (_samples > 0 && (threads - 1.0) / completions >= _constants.MaximumSampleError)
        {
            (_heldSeconds, _heldCompletions) = (seconds, completions);
            SampleMilliseconds = _constants.ShortestSampleMilliseconds;
            return threads;
        }

        (_heldSeconds, _heldCompletions) = (0, 0);
        int index = (int)(_samples++ % _throughputs.Length);
        (_throughputs[index], _threads[index]) = (completions / seconds, threads);
        (double ratio, double confidence) = Correlate();
        return Move(fewest, ratio, confidence, seconds, cpuShare);
    }

    /// <summary>Follows a change that somebody else made.</summary>
    public void Force(int threads)
    {
        if (threads == _last)
            return;
        ForceForBlocked(threads);
        _sampleMilliseconds = DrawSample();
    }

    /// <summary>Follows a change that was made for threads that block on tasks: there are so many that the length of
    /// samples is not drawn again.</summary>
    public void ForceForBlocked(int threads)
    {
        _control += threads - _last;
        _last = threads;
    }

    /// <summary>How much of the wave in the threads is found in the throughput, above what is asked for; and how far
    /// that can be trusted.</summary>
    private (double Ratio, double Confidence) Correlate()
    {
        int period = _constants.WavePeriod;
        int count = (int)Math.Min(_samples - 1, _throughputs.Length) / period * period;
        if (count <= period)
            return (0, 0);
        (double throughput, double threads) = (Mean(_throughputs, count), Mean(_threads, count));
        if (throughput <= 0 || threads <= 0)
            return (0, 0);
        double waves = (double)count / period;
        Complex answer = Component(_throughputs, count, period) / throughput;
        double error = (Component(_throughputs, count, count / (waves + 1)) / throughput).Magnitude;
        if (waves - 1 >= 1)
            error = Math.Max(error, (Component(_throughputs, count, count / (waves - 1)) / throughput).Magnitude);
        Complex wave = Component(_threads, count, period) / threads;
        _noise = _noise == 0 ? error : _constants.NoiseSmoothing * error + (1 - _constants.NoiseSmoothing) * _noise;
        double ratio = wave.Magnitude > 0 ? ((answer - _constants.TargetRatio * wave) / wave).Real : 0;
        double doubt = Math.Max(_noise, error);
        return (ratio, doubt > 0 ? wave.Magnitude / doubt / _constants.TargetSignalToNoise : 1);
    }

    private int Move(int fewest, double ratio, double confidence, double seconds, double cpuShare)
    {
        double move = Math.Clamp(ratio, -1, 1) * Math.Clamp(confidence, 0, 1);
        move = Math.CopySign(Math.Pow(Math.Abs(move), _constants.GainExponent), move) * _constants.MaximumChangePerSecond * seconds;
        move = Math.Min(move, _constants.MaximumChangePerSample);
        if (move > 0 && cpuShare > _constants.HighCpuShare)
            move = 0;
        _control += move;
        int wave = (int)(0.5 + _control * _noise * _constants.TargetSignalToNoise * _constants.WaveMultiplier * 2);
        wave = Math.Clamp(wave, 1, _constants.MaximumWave);
        _control = Math.Max(fewest, Math.Min(_maximum - wave, _control));
        bool up = _samples / (_constants.WavePeriod / 2) % 2 == 1;
        int threads = Math.Clamp((int)(_control + (up ? wave : 0)), fewest, _maximum);
        if (threads != _last)
            Change(threads);
        SampleMilliseconds = ratio < 0 && threads == fewest
            ? (int)(0.5 + _sampleMilliseconds * (10 * Math.Min(-ratio, 1)))
            : _sampleMilliseconds;
        return threads;
    }

    private void Change(int threads)
    {
        _last = threads;
        _sampleMilliseconds = DrawSample();
    }

    private int DrawSample() => _constants.ShortestSampleMilliseconds
        + _random.Below(_constants.LongestSampleMilliseconds - _constants.ShortestSampleMilliseconds + 1);

    private double Mean(double[] values, int count)
    {
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += values[(_samples - count + i) % values.Length];
        return sum / count;
    }

    /// <summary>The component of one period in the last values: G. Goertzel, An Algorithm for the Evaluation of Finite
    /// Trigonometric Series, 1958.</summary>
    private Complex Component(double[] values, int count, double period)
    {
        (double sin, double cos) = Math.SinCos(2 * Math.PI / period);
        (double q0, double q1, double q2) = (0, 0, 0);
        for (int i = 0; i < count; i++)
        {
            q0 = 2 * cos * q1 - q2 + values[(_samples - count + i) % values.Length];
            (q2, q1) = (q1, q0);
        }

        return new Complex(q1 - q2 * cos, q2 * sin) / count;
    }
}
