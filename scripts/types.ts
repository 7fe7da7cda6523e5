import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { inRoot, root } from './lib/paths.ts';
import { run } from './lib/run.ts';
import { explain, failuresOf, runSteps } from './lib/steps.ts';
import { checkViews } from './types/check-views.ts';

/**
 * Checks the types of the repository, each project once its references are checked.
 *
 * TypeScript 7 takes a seventh of the time of TypeScript 6, which `vue-tsc` still needs: that one
 * only writes the declarations of the list parts, which are published and reported.
 */
// Both versions bring a program `tsc`, and npm may link either.
const compiler = inRoot('node_modules/typescript-7/bin/tsc');
const vueTypes = inRoot('node_modules/vue-tsc/bin/vue-tsc.js');
/** With V8's small new space, the collector takes a quarter of the time of these programs. */
const newSpace = '--max-semi-space-size=64';
/** Projects with components import its sources. */
const parts = 'packages/remote-app/tsconfig.json';
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
  const views = project !== parts && hasComponents(project);
  await Promise.all(referencesOf(project).flatMap((other) => (views && other === parts ? [] : check(other))));
  if (views)
    await checkViews({ root, config: project, imported: [join(dirname(parts), 'src/ui')], compiler });
  else if (project === parts) await run('node', [newSpace, vueTypes, '-p', project]);
  else await run('node', [compiler, '-p', project]);
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
