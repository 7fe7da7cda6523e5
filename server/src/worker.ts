import { enableCompileCache } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(import.meta.url);
const serverFolder = join(dirname(file), '..');

// Before the host's modules are loaded, so that V8 reads compiled code of an earlier start. A
// folder that cannot be written leaves the cache off.
enableCompileCache(join(serverFolder, '.compile-cache'));

const { run } = await import('./startup/run.ts');
await run(serverFolder, join(dirname(file), `watch${extname(file)}`));
