import { run } from '../lib/run.ts';
import type { Step } from '../lib/steps.ts';
import { reportOf } from './reports.ts';
import { npm, type Stage } from './stages.ts';

/**
 * Checks the difference to the main branch: format, lint rules, all types, and the unit tests that
 * import it.
 */
export async function changedStages(): Promise<readonly Stage[]> {
  const base = await baseCommit();
  const files = await changedFiles(base);
  if (files.length === 0) return [];
  const matching = (pattern: RegExp): readonly string[] => files.filter((file) => pattern.test(file));
  return [
    {
      lanes: 2,
      steps: [
        { title: 'Types', work: () => npm('types') },
        ...onFiles('Format', ['oxfmt', '--check', '--no-error-on-unmatched-pattern'], files),
        ...onFiles('Scripts, linted', ['oxlint', '--deny-warnings'], matching(/\.[cm]?[jt]s$/)),
        ...onFiles('Views, linted', ['eslint', '--max-warnings', '0'], matching(/\.vue$/)),
      ],
    },
    {
      lanes: 1,
      steps: [
        { title: 'Unit tests', work: () => testsOf('unit', base) },
        { title: 'Tests of the shell', work: () => testsOf('shell', base) },
        ...onFiles(
          'End to end tests',
          ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
          matching(/^e2e\/[^/]+\.spec\.ts$/),
        ),
      ],
    },
  ];
}

const testsOf = (name: string, base: string): Promise<string> =>
  npm(
    `test:${name}`,
    `--changed=${base}`,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
  );

function onFiles(
  title: string,
  [command = '', ...args]: readonly string[],
  files: readonly string[],
): Step[] {
  return files.length === 0 ? [] : [{ title, work: () => run(command, [...args, ...files]) }];
}

/** Where this branch left the main one; on the main branch itself, its last commit. */
async function baseCommit(): Promise<string> {
  for (const main of ['origin/main', 'main']) {
    const base = await run('git', ['merge-base', 'HEAD', main]).catch(() => undefined);
    if (base !== undefined) return base.trim();
  }
  return 'HEAD';
}

/** Files that were added or changed since a commit, also those that are not committed yet. */
async function changedFiles(base: string): Promise<readonly string[]> {
  const listed = await Promise.all([
    run('git', ['diff', '--name-only', '--diff-filter=d', base]),
    run('git', ['ls-files', '--others', '--exclude-standard']),
  ]);
  return listed.flatMap((lines) => lines.split('\n')).filter((file) => file !== '');
}
