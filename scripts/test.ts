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

try {
  await main();
} catch (error) {
  explain(error);
  summarise();
  process.exit(1);
}

async function main(): Promise<void> {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  if (!existsSync(inRoot('plugins/keys/private.pem'))) {
    await run('node', [inRoot('packages/packager/src/cli.ts'), '-Keygen']);
  }
  await runSteps([
    job('Browser', provideBrowser),
    job('Types', () => npm('types')),
    job('Lint', () => npm('lint')),
    job('Unit tests', vitest('unit')),
    job('Build the shell', buildShell),
    job('Build the server', buildServer),
    job('Package hello', () => buildPackage('hello')),
    job('Package member', () => buildPackage('member')),
  ]);
  await runSteps([job('Integration tests', vitest('integration'))], 1);
  await runSteps([job('End to end tests', () => npm('test:e2e'))], 1);
  summarise();
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** One closing line with the counts of all runners. */
function summarise(): void {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const name of ['unit', 'integration', 'e2e']) {
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
