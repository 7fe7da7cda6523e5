// Runs on the machine's own Node, before anything is installed: built-in modules only.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOOK_MS = 500;
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const projectNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Ends with a message when this Node cannot even install the project. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const least = engines.node.replace('>=', '');
  const [leastMajor, leastMinor] = least.split('.').map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  fail(
    `Node ${process.versions.node} is too old.`,
    `Install Node ${least} or later; the project then brings its own Node 24.`,
  );
}

/** Installs dependencies where `node_modules` holds others than the lock file names. */
export function installDependencies() {
  if (existsSync(projectNode) && isInstalled()) return;
  console.log('• Installing dependencies (once, about a minute)');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync(npm, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) explainInstall(result);
}

/** npm records what it has installed, whichever program called it. */
function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json');
  return Object.entries(packagesOf('package-lock.json'))
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, { version, integrity, optional }]) => {
      const found = installed[path];
      return found ? found.version === version && found.integrity === integrity : optional === true;
    });
}

function packagesOf(lock) {
  const file = join(root, lock);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

function explainInstall(result) {
  const output = String(result.stderr ?? '').trim();
  if (result.error) fail('npm could not be started.', 'Install npm, which comes with Node, and try again.');
  const offline = /ENOTFOUND|ETIMEDOUT|ECONNREFUSED|ECONNRESET|EAI_AGAIN|network/i.test(output);
  console.error(output);
  fail(
    offline ? 'The npm registry does not answer.' : 'Installing dependencies failed.',
    offline
      ? 'Check the network or the proxy settings of npm (npm config get registry), then run the command again.'
      : 'The lines above are npm’s own; run the command again once they are dealt with.',
  );
}

/** Goes on with a TypeScript script on the project's own Node; its exit code becomes ours. */
export function handOver(script, args) {
  const path = [dirname(projectNode), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(projectNode, [join(root, 'scripts', script), ...args], {
    cwd: root,
    // A process group of its own receives Ctrl-C once, from here; the channel reports our exit.
    detached: process.platform !== 'win32',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: path },
  });
  const stop = () => child.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  stopAfterNpm(stop);
  child.on('error', ({ message }) =>
    fail(`${projectNode} cannot be started: ${message}`, 'Remove node_modules and run the command again.'),
  );
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** npm passes SIGTERM on to its shell only, whose end is all that arrives here. */
function stopAfterNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const { ppid } = process;
  const watch = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(watch);
    stop();
  }, LOOK_MS);
}

function fail(what, fix) {
  console.error(`\n✗ ${what}\n  ${fix}\n`);
  process.exit(1);
}
