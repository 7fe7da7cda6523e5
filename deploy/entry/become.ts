import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EntryFailure, exitCodes } from './entry-failure.ts';
import type { Environment } from './fields.ts';

const bundled = fileURLToPath(new URL('main.js', import.meta.url));
const source = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

/** The host's program: beside the bundled entry script, or in the sources. */
const host = existsSync(bundled) ? bundled : source;

/** Folder of the `application.yml` that ships with the host. */
export const serverFolder = join(host, '..', '..');

/**
 * Becomes the host, or another command, in the same process, so that signals arrive there.
 *
 * @param command as on the command line; none is the host
 * @param hostArguments of the host only
 * @throws EntryFailure (78) where the command does not exist or Node.js cannot
 */
export function become(
  command: readonly string[],
  hostArguments: readonly string[],
  environment: Environment,
): never {
  if (process.execve === undefined) {
    throw new EntryFailure(exitCodes.misconfigured, [
      `Node.js ${process.version} cannot become another program (process.execve): use Node.js 24.`,
    ]);
  }
  const [program, ...rest] = command;
  if (program === undefined) {
    return process.execve(
      process.execPath,
      [process.execPath, ...process.execArgv, host, ...hostArguments],
      defined(environment),
    );
  }
  return process.execve(executable(program, environment), [program, ...rest], defined(environment));
}

/** Finds a program as a shell does. */
function executable(program: string, environment: Environment): string {
  const folders = program.includes('/') ? [''] : (environment['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, program)).find(isExecutable);
  if (found !== undefined) return found;
  throw new EntryFailure(exitCodes.misconfigured, [`The command ${program} does not exist.`]);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

const defined = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
