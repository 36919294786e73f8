// What the programs in this folder share: the browser, whose driver comes with the package Microsoft.Playwright that the tests restore;
// the tool and the sample site as ./test leaves them, which are not built here; and the machine in a line.
const { readFileSync, readdirSync } = require('fs'), { join, resolve } = require('path'), { spawn } = require('child_process'), os = require('os');
const packages = process.env.NUGET_PACKAGES ?? join(os.homedir(), '.nuget', 'packages'), driver = join(packages, 'microsoft.playwright');
const { chromium } = require(join(driver, readdirSync(driver).sort().at(-1), '.playwright', 'package'));
const root = resolve(__dirname, '..', '..'), artifacts = join(root, 'artifacts'), children = [];
process.on('exit', () => children.forEach(child => child.kill('SIGTERM')));

const program = (of, name) => join(resolve(of), 'artifacts', 'bin', name, 'release', `${name}.dll`);
// The tool as a checkout of this repository has built it.
exports.toolOf = folder => program(folder, 'Syncopate.Cli');
exports.tool = exports.toolOf(root);
exports.site = program(root, 'SampleSite');
exports.artifact = name => join(artifacts, name);
exports.usual = '/usr/bin/chromium';
exports.median = list => {
  const s = [...list].sort((a, b) => a - b), h = s.length >> 1;
  return s.length % 2 ? s[h] : (s[h - 1] + s[h]) / 2;
};
exports.sleep = ms => new Promise(done => setTimeout(done, ms));
exports.machine = () => `load ${os.loadavg()[0].toFixed(1)} on ${os.cpus().length} cores`;
exports.launch = (program, flags = [], options = {}) =>
  chromium.launch({ executablePath: program, chromiumSandbox: false, args: ['--disable-gpu', ...flags], ...options });

// Seconds of processor time: of all processes of a browser, and of one process. Linux counts in hundredths.
exports.cpuOfBrowser = async browser => {
  const session = await browser.newBrowserCDPSession(), { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
};
exports.cpuOf = pid => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8'), fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

// Asks a program to end, and waits until it has.
exports.stop = child => new Promise(done => {
  if (child.exitCode !== null || child.signalCode !== null) return done();
  child.once('exit', done);
  child.kill('SIGTERM');
});

// Starts a program of .NET: done when it has said what is awaited, or has ended.
exports.start = (args, seen) => new Promise((done, failed) => {
  const child = spawn('dotnet', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  let text = '';
  child.stdout.on('data', part => {
    text = (text + part).slice(-100000);
    const found = seen && text.match(seen);
    if (found) done({ child, found });
  });
  child.on('error', failed);
  child.on('exit', () => done({ child, text }));
});
