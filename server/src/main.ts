import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseOldNode } from './startup/node-version.ts';
import { supervise } from './supervisor/index.ts';

refuseOldNode();

const file = fileURLToPath(import.meta.url);
const serverFolder = join(dirname(file), '..');

// Commands of their own, and without the modules of the host.
if (process.argv.some((argument) => argument.startsWith('--healthcheck'))) {
  const { answerHealth } = await import('./startup/answer-health.ts');
  await answerHealth(serverFolder);
} else if (process.argv.some((argument) => /^--(?:migrate-only|await-migrations)$/.test(argument))) {
  const { runSchemaProcess } = await import('./startup/schema-command.ts');
  await runSchemaProcess(serverFolder);
} else if (process.env['PLATFORM_SUPERVISOR'] === 'off') {
  await import('./worker.ts');
} else {
  const program = (name: string): string => join(dirname(file), `${name}${extname(file)}`);
  supervise({ worker: program('worker'), examiner: program('examine') });
}
