import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const serverFolder = join(here, '..');

// Before the host's modules are loaded, so that V8 reads compiled code of an earlier start. A
// folder that cannot be written leaves the cache off.
enableCompileCache(join(serverFolder, '.compile-cache'));

// A command of its own, and without the modules of the host.
if (process.argv.some((argument) => argument.startsWith('--healthcheck'))) {
  const { answerHealth } = await import('./startup/answer-health.ts');
  await answerHealth(serverFolder);
} else {
  const { run } = await import('./startup/run.ts');
  await run(serverFolder);
}
