import { fileCommands, runFileCommand } from '../../server/src/cli/platform.ts';
import { serverFolder } from './become.ts';
import { entryFailureOf } from './entry-failure.ts';
import { resolveSettings } from './settings.ts';

/**
 * The command line of the container: `platform doctor` beside a running host, or as the command of
 * a container of its own. It knows the fields of the install form as the entry script does.
 */
const [command = 'help', ...rest] = process.argv.slice(2);
if (command === 'help') process.stdout.write(`On the files of this platform: ${fileCommands.join(', ')}\n`);
if (fileCommands.includes(command)) await onFiles();
else await import('../../packages/cli/src/cli.ts');

async function onFiles(): Promise<void> {
  try {
    const { environment } = resolveSettings(process.env);
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  } catch (error) {
    const { problems, exitCode } = entryFailureOf(error, undefined);
    process.stderr.write(problems.map((problem) => `✗ ${problem.trim()}\n`).join(''));
    process.exit(exitCode);
  }
  await runFileCommand([command, ...rest], serverFolder);
}
