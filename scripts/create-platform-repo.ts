import { runCreateRepository } from '@platform/create-app';
import { inRoot } from './lib/paths.ts';
import { explain, step } from './lib/steps.ts';
import { packAll } from './publish/pack-all.ts';

/**
 * Creates a repository for applications outside this one, with the current state of the platform's
 * packages.
 */
try {
  await runCreateRepository({
    args: process.argv.slice(2),
    // npm runs scripts in the folder of package.json; relative paths refer to the caller's folder.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    print: (text) => console.log(text),
    pack,
  });
} catch (error) {
  explain(error);
  process.exitCode = 1;
}

async function pack(): Promise<string> {
  const packages = inRoot('dist/npm');
  await step('Pack the platform for it', async () => void (await packAll(packages)));
  return packages;
}
