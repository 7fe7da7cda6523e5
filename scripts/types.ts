import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { inRoot } from './lib/paths.ts';
import { run } from './lib/run.ts';
import { explain, failuresOf, runSteps } from './lib/steps.ts';

/**
 * Checks the types of the repository, each project once its references are checked.
 *
 * TypeScript 7 takes a seventh of the time of TypeScript 6, which only `vue-tsc` still needs, so
 * only projects with components use that one.
 */
// Both versions bring a program `tsc`, and npm may link either.
const typescript7 = inRoot('node_modules/typescript-7/bin/tsc');
const vueTypes = inRoot('node_modules/vue-tsc/bin/vue-tsc.js');
/** With V8's small new space, the collector takes a quarter of the time of these programs. */
const newSpace = '--max-semi-space-size=64';
const checks = new Map<string, Promise<void>>();
const projects = globSync(
  ['{src,server,frontend,packages/*,plugins/*}/tsconfig.json', 'tsconfig.node.json'],
  { cwd: inRoot() },
);
const steps = projects.map((project) => ({ title: `Types of ${project}`, work: () => check(project) }));
// A project fails with the error of its reference, which is shown once.
const failures = new Set(failuresOf(await runSteps(steps, steps.length)));
failures.forEach(explain);
process.exitCode = failures.size === 0 ? 0 : 1;

/** Checks one project, given by the path of its configuration. */
function check(project: string): Promise<void> {
  const running = checks.get(project) ?? checkAfterReferences(project);
  checks.set(project, running);
  return running;
}

async function checkAfterReferences(project: string): Promise<void> {
  await Promise.all(referencesOf(project).map(check));
  if (hasComponents(project)) await run('node', [newSpace, vueTypes, '-p', project]);
  else await run('node', [typescript7, '-p', project]);
}

function referencesOf(project: string): string[] {
  const { references = [] } = JSON.parse(readFileSync(inRoot(project), 'utf8')) as {
    references?: readonly { path: string }[];
  };
  return references.map(({ path }) => normalize(join(dirname(project), path, 'tsconfig.json')));
}

function hasComponents(project: string): boolean {
  const folder = dirname(project);
  if (folder === '.' || !existsSync(inRoot(folder))) return false;
  return globSync(['src/**/*.vue', 'app/**/*.vue', '*/src/**/*.vue'], { cwd: inRoot(folder) }).length > 0;
}
