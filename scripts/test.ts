import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { provideBrowser } from './lib/browser.ts';
import { buildPackage, buildServer, buildShell } from './lib/build.ts';
import { inRoot } from './lib/paths.ts';
import { run } from './lib/run.ts';
import { explain, runSteps, type Step } from './lib/steps.ts';

const results = inRoot('test-results');
const npm = (script: string, ...args: string[]) => run('npm', ['run', '--silent', script, '--', ...args]);
const report = (name: string): string => `${results}/${name}.json`;
const vitest = (name: string) => async (): Promise<void> => {
  await npm(`test:${name}`, '--reporter=default', '--reporter=json', `--outputFile.json=${report(name)}`);
};
const job = (title: string, work: () => Promise<unknown>): Step => ({
  title,
  work: async () => {
    await work();
  },
});

const failures = await main();
failures.forEach(explain);
summarise();
process.exit(failures.length === 0 ? 0 : 1);

/** Runs everything, whatever fails on the way, so that all that is wrong is seen at once. */
async function main(): Promise<readonly Error[]> {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  if (!existsSync(inRoot('plugins/keys/private.pem'))) {
    await run('node', [inRoot('packages/packager/src/cli.ts'), '-Keygen']);
  }
  const checks = await runSteps([
    job('Browser', provideBrowser),
    job('Types', () => npm('types')),
    job('Lint', () => npm('lint')),
    job('Unit tests', vitest('unit')),
    job('Build the shell', buildShell),
    job('Build the server', buildServer),
    job('Package hello', () => buildPackage('hello')),
    job('Package member', () => buildPackage('member')),
    job('Package mall', () => buildPackage('mall')),
    job('Package board', () => buildPackage('board')),
  ]);
  const remotes = await runSteps([
    job('Remote applications, structure', () => npm('check:remote')),
    job('Remote applications, globals', () => npm('check:globals')),
    job('Remote applications, in a browser', () => npm('check:runtime')),
  ]);
  const integration = await runSteps([job('Integration tests', vitest('integration'))], 1);
  const endToEnd = await runSteps(
    [
      job('End to end tests', () => npm('test:e2e')),
      job('From nothing to a first page', () => npm('test:first-page')),
    ],
    1,
  );
  return [...checks, ...remotes, ...integration, ...endToEnd];
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** One closing line with the counts of all runners. */
function summarise(): void {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const name of ['unit', 'integration', 'e2e', 'first-page']) {
    const counts = countsOf(report(name));
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
}

function countsOf(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 };
  const json = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests?: number;
    numFailedTests?: number;
    numPendingTests?: number;
    stats?: { expected: number; unexpected: number; skipped: number; flaky: number };
  };
  if (json.stats) {
    const { expected, flaky, unexpected, skipped } = json.stats;
    return { passed: expected + flaky, failed: unexpected, skipped };
  }
  return {
    passed: json.numPassedTests ?? 0,
    failed: json.numFailedTests ?? 0,
    skipped: json.numPendingTests ?? 0,
  };
}
