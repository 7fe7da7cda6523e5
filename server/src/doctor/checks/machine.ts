import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import semver from 'semver';
import { sql } from 'kysely';
import { OLDEST_NODE } from '../../startup/node-version.ts';
import { findingsOf, type Finding } from '../finding.ts';
import type { ExaminedDatabase, Surroundings } from '../surroundings.ts';

const TESTED_NODE = 24;
/** Free space below this multiple of the threshold is a warning. */
const LOW_FACTOR = 10;
/** Milliseconds that clocks may differ. */
const TOLERATED_MS = 5_000;
const WRONG_MS = 60_000;

export async function checkNode({ nodeVersion: version }: Surroundings): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf('node');
  const facts = { version, needed: OLDEST_NODE };
  if (semver.lt(version, OLDEST_NODE)) {
    return [
      error('old', facts, {
        what: `Node.js ${version} is too old.`,
        why: `The host needs Node.js ${OLDEST_NODE} or later.`,
        fix: 'Start the host with "npm start", which brings its own Node.js, or install a later one.',
      }),
    ];
  }
  if (semver.major(version) !== TESTED_NODE) {
    return [
      warning(
        'untested',
        { version, tested: TESTED_NODE },
        {
          what: `Node.js ${version} has not been tested.`,
          why: `The platform is tested with Node.js ${TESTED_NODE}.`,
          fix: `Use Node.js ${TESTED_NODE}.`,
        },
      ),
    ];
  }
  return [ok(`Node.js ${version}`, facts)];
}

export async function checkDisk({ config }: Surroundings): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf('disk');
  const threshold = config.management['disk-threshold-bytes'];
  const path = resolve(config.platform['data-dir']);
  const { bsize, bavail } = await statfs(path).catch(() => statfs(dirname(path)));
  const bytes = bsize * bavail;
  const facts = { free: `${(bytes / 1e9).toFixed(1)} GB`, path };
  const words = {
    what: `${facts.free} are free on the disk of ${path}.`,
    why: 'A full disk stops writes of the database, uploads and installations.',
    fix: 'Remove files that are not needed, or enlarge the disk.',
  };
  if (bytes < threshold) return [error('full', facts, words)];
  if (bytes < threshold * LOW_FACTOR) return [warning('low', facts, words)];
  return [ok(`${facts.free} are free on the disk of ${path}.`, facts)];
}

/** Compares the clock with the database server's, or with what an embedded database recorded. */
export async function checkClock(surroundings: Surroundings): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf('clock');
  const data = await surroundings.data();
  if (!data) return [];
  const before = surroundings.now();
  const reference = await referenceTime(data);
  if (reference === undefined) return [];
  const now = (before + surroundings.now()) / 2;
  const isEmbedded = data.database.dialect === 'sqlite';
  // The records of an embedded database are older than now, unless the clock was set back.
  const difference = isEmbedded ? Math.max(0, reference - now) : Math.abs(now - reference);
  const facts = { seconds: Math.round(difference / 1000), reference: isEmbedded ? 'data' : 'server' };
  if (difference <= TOLERATED_MS) return [ok('The clock is right, as far as the database can tell.', facts)];
  const words = {
    what: isEmbedded
      ? `The clock is ${facts.seconds} s behind the newest record of the database.`
      : `The clocks of this machine and of the database server differ by ${facts.seconds} s.`,
    why: 'Sessions, tokens, links and scheduled tasks end or start at the wrong time.',
    fix: 'Synchronise the clocks, for example with chrony or systemd-timesyncd.',
  };
  return [difference > WRONG_MS ? error('wrong', facts, words) : warning('differs', facts, words)];
}

async function referenceTime({ database }: ExaminedDatabase): Promise<number | undefined> {
  if (database.dialect === 'sqlite' && !(await database.hasTable('sys_node_number'))) return undefined;
  const query = {
    sqlite: sql<Row>`select max(beat_ms) as ms from sys_node_number`,
    mysql: sql<Row>`select floor(unix_timestamp(now(3)) * 1000) as ms`,
    postgres: sql<Row>`select floor(extract(epoch from clock_timestamp()) * 1000) as ms`,
  }[database.dialect];
  const { rows } = await query.execute(database.query);
  const ms = rows[0]?.ms;
  return ms === null || ms === undefined ? undefined : Number(ms);
}

interface Row {
  readonly ms: number | string | null;
}
