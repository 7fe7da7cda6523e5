import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { access, chmod, constants } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PlatformError } from '../../kernel/index.ts';
import type { DatabaseConfig } from '../../data/index.ts';

type ServerDatabase = Exclude<DatabaseConfig, { readonly type: 'sqlite' }>;
type Server = ServerDatabase['type'];

/** Dumps in a backup, by server. */
const DUMP_FILES: Readonly<Record<Server, string>> = {
  postgres: 'database/platform.dump',
  mysql: 'database/platform.sql',
};
/** The servers' own tools; the first that is installed is used. */
const TOOLS = {
  dump: { postgres: ['pg_dump'], mysql: ['mariadb-dump', 'mysqldump'] },
  load: { postgres: ['pg_restore'], mysql: ['mariadb', 'mysql'] },
} as const;
const OWNER_ONLY = 0o600;

/**
 * Dumps a server's database into a backup by its own tool, consistently while the host is running.
 *
 * @param folder of the backup, in which `database/` exists
 * @param snapshot of PostgreSQL that is dumped, exported by an open transaction
 * @returns path of the dump in the backup; undefined where the tool is not installed
 * @throws DATABASE_TOOL_FAILED with what the tool says
 */
export async function dumpDatabase(
  database: ServerDatabase,
  folder: string,
  snapshot?: string,
): Promise<{ readonly path: string; readonly tool: string } | undefined> {
  const tool = await findTool('dump', database.type);
  if (tool === undefined) return undefined;
  const path = DUMP_FILES[database.type];
  const file = join(folder, path);
  const { name } = database;
  const args =
    database.type === 'postgres'
      ? [
          '--format=custom',
          '--no-owner',
          '--no-privileges',
          `--file=${file}`,
          ...(snapshot === undefined ? [] : [`--snapshot=${snapshot}`]),
          name,
        ]
      : [
          '--single-transaction',
          '--routines',
          '--triggers',
          '--hex-blob',
          '--no-tablespaces',
          `--result-file=${file}`,
          name,
        ];
  await runTool(tool, database, args);
  await chmod(file, OWNER_ONLY);
  return { path, tool };
}

/**
 * Loads the dump of a backup into an empty database.
 *
 * @throws DATABASE_TOOL_MISSING, DATABASE_TOOL_FAILED
 */
export async function loadDump(database: ServerDatabase, folder: string, path: string): Promise<void> {
  const tool = await toolToLoad(database.type);
  const file = join(folder, path);
  const args =
    database.type === 'postgres'
      ? [
          '--exit-on-error',
          '--single-transaction',
          '--no-owner',
          '--no-privileges',
          `--dbname=${database.name}`,
          file,
        ]
      : [database.name];
  await runTool(tool, database, args, database.type === 'mysql' ? file : undefined);
}

/** @throws DATABASE_TOOL_MISSING naming the program */
export async function toolToLoad(type: Server): Promise<string> {
  const tool = await findTool('load', type);
  if (tool !== undefined) return tool;
  const names = TOOLS.load[type].join(' or ');
  throw new PlatformError({
    code: 'DATABASE_TOOL_MISSING',
    message: `The backup has a dump of the database, but ${names} is not installed here.`,
    fix: `Install the client of the database server, with ${names} on the path, or restore on a machine that has it.`,
  });
}

/** The call by which an operator takes the dump where the tool is not installed. */
export function dumpAdvice({ type, host, port, user, name }: ServerDatabase): string {
  const at = `--host=${host} --port=${port}`;
  return type === 'postgres'
    ? `pg_dump --format=custom ${at} --username=${user} --file=${name}.dump ${name}`
    : `mysqldump --single-transaction --routines ${at} --user=${user} -p --result-file=${name}.sql ${name}`;
}

async function findTool(use: keyof typeof TOOLS, type: Server): Promise<string | undefined> {
  for (const name of TOOLS[use][type]) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const path = join(folder, name);
      if (
        await access(path, constants.X_OK).then(
          () => true,
          () => false,
        )
      )
        return path;
    }
  }
  return undefined;
}

/** The password goes through the environment, which other users of the machine cannot read. */
async function runTool(
  tool: string,
  { type, host, port, user, password }: ServerDatabase,
  args: readonly string[],
  input?: string,
): Promise<void> {
  const login = type === 'postgres' ? ['--no-password', `--username=${user}`] : [`--user=${user}`];
  // MariaDB's tools from 11.4 on refuse the certificate that MySQL makes for itself.
  const lenient = basename(tool).startsWith('mariadb') ? ['--skip-ssl-verify-server-cert'] : [];
  const child = spawn(tool, [`--host=${host}`, `--port=${port}`, ...login, ...lenient, ...args], {
    env: { ...process.env, ...(type === 'postgres' ? { PGPASSWORD: password } : { MYSQL_PWD: password }) },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2_000)));
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  // A tool that ends early says why.
  if (input !== undefined && child.stdin) {
    await pipeline(createReadStream(input), child.stdin).catch(() => undefined);
  }
  const code = await ended;
  if (code === 0) return;
  throw new PlatformError({
    code: 'DATABASE_TOOL_FAILED',
    message: `${tool} ended with ${code ?? 'a signal'}: ${said.trim().split('\n').slice(-5).join(' ')}`,
    fix: 'Correct what it names: often the rights of the database user, or a tool that is older than the server.',
  });
}
