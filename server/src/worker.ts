import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const serverFolder = join(dirname(fileURLToPath(import.meta.url)), '..');

// Before the host's modules are loaded, so that V8 reads compiled code of an earlier start. A
// folder that cannot be written leaves the cache off.
enableCompileCache(join(serverFolder, '.compile-cache'));

const { run } = await import('./startup/run.ts');
await run(serverFolder);
