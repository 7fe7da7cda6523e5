import { readFile } from 'node:fs/promises';

/** Bytes of a `-shm` file that a connection locks while a statement runs (wal.c of SQLite). */
const FIRST = 120;
const LAST = 127;

/**
 * Whether a process runs a statement of SQLite, or holds a transaction, as the system's locks tell.
 * A process in native code does not tell itself. Always false on systems without `/proc/locks`.
 */
export async function isInStatement(pid: number): Promise<boolean> {
  const locks = await readFile('/proc/locks', 'utf8').catch(() => '');
  return locks.split('\n').some((line) => {
    const [, kind, , , owner, , first] = line.trim().split(/\s+/);
    const at = Number(first);
    return kind === 'POSIX' && Number(owner) === pid && at >= FIRST && at <= LAST;
  });
}
