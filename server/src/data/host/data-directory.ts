import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError, reasonOf, serviceToken } from '../../kernel/index.ts';

/**
 * Identifies this host among those of one database, by its data directory.
 *
 * It survives restarts: letters, digits and hyphens, at most 25.
 */
export const HOST_ID = serviceToken<string>('host id');

/** Identifies this process among those of one database: its row in `sys_node`. (design 10.7-12) */
export const NODE_ID = serviceToken<string>('node id');

/** A killed process may keep the lock for a moment, in milliseconds. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 100;
const SQLITE_BUSY = 5;

/** A data directory that this process has locked. */
interface HeldDirectory {
  readonly hostId: string;
  release(): void;
}

/**
 * Locks the data directory by a transaction that stays open on `lock.db`.
 *
 * The lock ends with the process, however it dies. (design 16-10)
 *
 * @throws DATA_DIRECTORY_IN_USE naming the other process, DATA_DIRECTORY_UNUSABLE
 */
export async function holdDataDirectory(directory: string, patienceMs = PATIENCE_MS): Promise<HeldDirectory> {
  const file = join(directory, 'lock.db');
  let database: DatabaseSync;
  try {
    await mkdir(directory, { recursive: true });
    database = new DatabaseSync(file);
  } catch (error) {
    throw unusable(directory, error);
  }
  try {
    const hostId = await hold(database, performance.now() + patienceMs);
    if (hostId === undefined) throw inUse(directory, holderIn(database));
    return { hostId, release: () => database.close() };
  } catch (error) {
    database.close();
    throw error instanceof PlatformError ? error : unusable(directory, error);
  }
}

/** @returns undefined when another process keeps the lock for too long */
async function hold(database: DatabaseSync, until: number): Promise<string | undefined> {
  for (;;) {
    if (begin(database)) {
      const hostId = sign(database);
      // Committed first, so that others can read the holder.
      database.exec('commit');
      if (begin(database)) return hostId;
    }
    if (performance.now() > until) return undefined;
    await sleep(PAUSE_MS);
  }
}

function begin(database: DatabaseSync): boolean {
  try {
    database.exec('begin immediate');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY)
      return false;
    throw error;
  }
}

function sign(database: DatabaseSync): string {
  database.exec('create table if not exists host (id text not null, process text not null)');
  const process = `process ${globalThis.process.pid} on ${hostname()}, since ${new Date().toISOString()}`;
  const known = database.prepare('select id from host').get()?.['id'];
  if (typeof known === 'string') {
    database.prepare('update host set process = ?').run(process);
    return known;
  }
  const id = `${hostname()
    .replaceAll(/[^\w-]/g, '-')
    .slice(0, 16)}-${randomBytes(4).toString('hex')}`;
  database.prepare('insert into host (id, process) values (?, ?)').run(id, process);
  return id;
}

function holderIn(database: DatabaseSync): string {
  try {
    database.exec('pragma busy_timeout = 1000');
    return String(database.prepare('select process from host').get()?.['process'] ?? 'another process');
  } catch {
    return 'another process';
  }
}

const inUse = (directory: string, holder: string): PlatformError =>
  new PlatformError({
    code: 'DATA_DIRECTORY_IN_USE',
    message: `The data directory ${directory} is in use by another host: ${holder}.`,
    fix: 'Stop that host, or set platform.data-dir to another directory.',
  });

const unusable = (directory: string, cause: unknown): PlatformError =>
  new PlatformError({
    code: 'DATA_DIRECTORY_UNUSABLE',
    message: `The data directory ${directory} cannot be used: ${reasonOf(cause)}`,
    fix: 'Check that the directory is writable, that the disk has space, and that the file system supports locks.',
    cause,
  });
