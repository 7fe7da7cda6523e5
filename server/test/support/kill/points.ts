import { createHash } from 'node:crypto';
import { isLongRun } from '@platform/package-format/testing';

/**
 * The effects of an operation at which the host is killed: each of a range, or one that the seed
 * selects.
 */
export interface KillPoints {
  /** Interrupted operations; the others run undisturbed. */
  readonly operations: RegExp;
  readonly every: { readonly from: number; readonly to: number } | undefined;
  /** Chooses the sampled points; the same gives the same points. */
  readonly seed: string;
}

/**
 * Reads `PLATFORM_KILL_POINTS` (`all`, or a range as `10-60`), `PLATFORM_KILL_OPERATIONS` (part of
 * a name) and `PLATFORM_KILL_SEED`.
 *
 * @param inShort operations of the short run: of each kind of journal one
 */
export function killPoints(env: NodeJS.ProcessEnv, inShort = /(?:)/): KillPoints {
  const wanted = env['PLATFORM_KILL_POINTS'];
  const range = /^(\d+)-(\d+)$/.exec(wanted ?? '');
  if (wanted !== undefined && wanted !== 'all' && !range)
    throw new Error(`PLATFORM_KILL_POINTS is all or a range such as 10-60, not ${wanted}.`);
  const every =
    wanted === undefined ? undefined : { from: Number(range?.[1] ?? 1), to: Number(range?.[2] ?? 9999) };
  const named = env['PLATFORM_KILL_OPERATIONS'];
  const operations = named === undefined && !every && !isLongRun ? inShort : new RegExp(named ?? '');
  return { operations, every, seed: env['PLATFORM_KILL_SEED'] ?? '1' };
}

/** One of `1` to `count`. */
export function sampledPoint(seed: string, about: string, count: number): number {
  return 1 + (createHash('sha256').update(`${seed} ${about}`).digest().readUInt32BE() % count);
}
