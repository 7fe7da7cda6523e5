import { join, resolve } from 'node:path';
import { fileCommands, runFileCommand } from '../server/src/cli/platform.ts';
import { DEFAULT_DATA, placesOf } from './lib/host-settings.ts';
import { inRoot } from './lib/paths.ts';

const HELP = `
On the platform's machine (--data <dir>, default ${DEFAULT_DATA}):
  backup <folder> [--without-key]  copy the platform, also while it runs
  verify <folder>                  check a backup
  restore <folder> [--replace]     put a backup in place; the host must be stopped
  move-database [--from=<file>]    copy the embedded database to the configured server; the host must be stopped
  rotate-key [--old-key=<file>]    replace the secret key; the host must be stopped
  doctor [--json]                  examine the platform; ends with 1 where an error is found
`;

const args = process.argv.slice(2);
const [command = 'help'] = args;
if (fileCommands.includes(command)) {
  const { data, rest } = withoutData(args);
  const settings = Object.entries(placesOf(data)).map(([key, value]) => `--${key}=${value}`);
  process.env['PLATFORM_CONFIG_DIR'] ??= join(resolve(data), 'config');
  await runFileCommand([...settings, ...rest], inRoot('server'));
} else {
  await import('../packages/cli/src/cli.ts');
  if (['help', '--help', '-h'].includes(command)) process.stdout.write(HELP);
}

/** Takes `--data <dir>` or `--data=<dir>` out of the arguments. */
function withoutData(all: readonly string[]): { data: string; rest: string[] } {
  const at = all.findIndex((arg) => arg === '--data' || arg.startsWith('--data='));
  if (at < 0) return { data: process.env['PLATFORM_DATA_DIR'] ?? DEFAULT_DATA, rest: [...all] };
  const joined = all[at]?.slice('--data='.length);
  const data = joined || (all[at + 1] ?? DEFAULT_DATA);
  return { data, rest: all.toSpliced(at, joined ? 1 : 2) };
}
