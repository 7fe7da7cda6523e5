import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isFree } from '../lib/free-port.ts';
import type { Workplace } from './workplace.ts';

export const helpOf = ({ defaultCodes }: Workplace): string => `npm run dev -- [<code>…] [options]

  <code>…          applications to develop (default: ${defaultCodes.join(' ')})

  --port <n>       port of the shell (5173); frontends use the next free ones
  --api-port <n>   port of the API (8080)
  --data <dir>     data directory (./data/dev)

Commands while it runs:

  migrate [<code>…]  run pending migrations; a start runs them as well
  reset <code>       delete the data of the application on the development host, and run all scripts
`;

export interface DevOptions {
  readonly codes: readonly string[];
  readonly port: string;
  readonly apiPort: string;
  readonly data: string;
}

/**
 * Reads `[<code>…] [options]`; undefined where help is asked for.
 *
 * @throws Error with a `fix`, for an application that is not there
 */
export function readOptions(
  args: readonly string[],
  { root, defaultCodes }: Pick<Workplace, 'root' | 'defaultCodes'>,
): DevOptions | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '5173' },
      'api-port': { type: 'string', default: '8080' },
      data: { type: 'string', default: 'data/dev' },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
  });
  if (values.help) return undefined;
  const codes = positionals.length === 0 ? defaultCodes : [...new Set(positionals)];
  if (codes.length === 0) {
    throw fixable(
      'There is no application to develop.',
      'npm run create-app -- notes --name "Notes" makes one.',
    );
  }
  const odd = codes.find((code) => !/^[a-z][a-z0-9-]*$/.test(code));
  if (odd !== undefined) {
    throw fixable(
      `"${odd}" is not an application code.`,
      'Name applications by their codes: npm run dev -- notes member.',
    );
  }
  const unknown = codes.find((code) => !existsSync(join(root, `plugins/platform-${code}/app.json`)));
  if (unknown !== undefined) {
    throw fixable(
      `There is no application ${unknown}.`,
      `It would have plugins/platform-${unknown}/app.json; npm run create-app -- ${unknown} makes it.`,
    );
  }
  const options = { codes, port: values.port, apiPort: values['api-port'], data: values.data };
  requirePorts(options);
  return options;
}

function requirePorts({ port, apiPort }: DevOptions): void {
  for (const [option, value] of [
    ['--port', port],
    ['--api-port', apiPort],
  ] as const) {
    if (/^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65_536) continue;
    throw fixable(`${option} ${value} is not a port.`, `Give a number from 1 to 65535: ${option} 5200.`);
  }
  if (Number(port) !== Number(apiPort)) return;
  throw fixable(
    `The shell and the API cannot both have port ${port}.`,
    'Give --port and --api-port different numbers.',
  );
}

/** Refuses a port in use before anything is built. @throws Error with a `fix` */
export async function requireFreePorts({ port, apiPort }: DevOptions): Promise<void> {
  for (const [option, number] of [
    ['--port', port],
    ['--api-port', apiPort],
  ] as const) {
    if (await isFree(Number(number))) continue;
    throw fixable(
      `Port ${number} is in use, by another npm run dev or npm start perhaps.`,
      `End that one, or choose another port: npm run dev -- ${option} <n>.`,
    );
  }
}

const fixable = (message: string, fix: string): Error => Object.assign(new Error(message), { fix });
