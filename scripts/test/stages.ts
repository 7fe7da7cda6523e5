import { provideBrowser } from '../lib/browser.ts';
import { buildPackage, buildServer, buildShell } from '../lib/build.ts';
import { provideProgram } from '../lib/find-program.ts';
import { providePrometheus } from '../lib/prometheus.ts';
import { run } from '../lib/run.ts';
import type { Step } from '../lib/steps.ts';
import { benchmarkSteps } from './benchmarks.ts';
import { reportOf } from './reports.ts';

/** Steps that run side by side, once the stage before has ended. */
export interface Stage {
  readonly steps: readonly Step[];
  /** How many run at a time. */
  readonly lanes: number;
}

export const npm = (script: string, ...args: readonly string[]): Promise<string> =>
  run('npm', ['run', '--silent', script, '--', ...args]);

/** A script of package.json as a step. */
const script = (title: string, name: string): Step => ({ title, work: () => npm(name) });

const vitest = (title: string, name: string): Step => ({
  title,
  work: () =>
    npm(`test:${name}`, '--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`),
});

/** Each step waits a third of its time: two side by side left a quarter of both cores idle. */
const LANES = 3;

/**
 * The stages of `npm test`: one short case of each class. Ten minutes on two cores are the aim.
 * (design 16-30)
 */
export const allStages: readonly Stage[] = [
  {
    // Not beside the tests: these read what types and builds write.
    lanes: LANES,
    steps: [
      { title: 'Browser', work: provideBrowser },
      { title: 'Web server', work: () => provideProgram('nginx', 'nginx-light') },
      script('Types', 'types'),
      script('Views, linted', 'lint:views'),
      script('Scripts, linted', 'lint:scripts'),
      { title: 'Build the shell', work: buildShell },
      { title: 'Package hello', work: () => buildPackage('hello') },
      { title: 'Package member', work: () => buildPackage('member') },
      { title: 'Package mall', work: () => buildPackage('mall') },
      { title: 'Package board', work: () => buildPackage('board') },
      { title: 'Build the server', work: buildServer },
      script('Dependency directions', 'lint:deps'),
      script('Unused code', 'lint:unused'),
      script('Format', 'lint:format'),
      script('Remote applications, structure', 'check:remote'),
      script('Remote applications, globals', 'check:globals'),
    ],
  },
  {
    // Integration tests and those in a browser wait half of their time: beside the unit tests both
    // cores are busy. Those of the shell only compute, on both cores, so that they come last.
    lanes: LANES,
    steps: [
      vitest('Unit tests', 'unit'),
      vitest('Integration tests', 'integration'),
      script('End to end tests', 'test:e2e'),
      script('From nothing to a first page', 'test:first-page'),
      script('Remote applications, in a browser', 'check:runtime'),
      vitest('Tests of the shell', 'shell'),
    ],
  },
];

/** Programs of the system that only `npm run test:long` uses. */
export const longPreparation: Stage = {
  lanes: 1,
  steps: [{ title: 'Prometheus', work: providePrometheus }],
};

/** Steps that `npm run test:long` adds to the corpora that `PLATFORM_TESTS=long` enables. */
export const longStages: readonly Stage[] = [
  {
    lanes: 1,
    steps: [
      ...['src', 'frontend'].map((project) => ({
        title: `Types of ${project}, by vue-tsc`,
        work: () => run('vue-tsc', ['-p', `${project}/tsconfig.json`]),
      })),
      ...benchmarkSteps,
      script('Documented commands', 'docs:check'),
      {
        title: 'Chaos, ten minutes',
        work: () => run('node', ['bench/chaos.ts', '--check', '--minutes=10']),
      },
      {
        title: 'Chaos over three hosts, ten minutes',
        work: () => run('node', ['bench/chaos.ts', '--check', '--hosts=3', '--minutes=10']),
      },
    ],
  },
];
