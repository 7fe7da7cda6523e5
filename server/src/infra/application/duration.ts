import type { Duration } from '@platform/plugin-sdk/core';
import { PlatformError } from '../../kernel/index.ts';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of `500ms`, `30s`, `5m`, `2h`, `1d`. @throws DURATION_INVALID (400) */
export function millisecondsOf(duration: Duration): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration) ?? [];
  const factor = units[unit];
  if (amount !== undefined && factor !== undefined) return Number(amount) * factor;
  throw new PlatformError({
    code: 'DURATION_INVALID',
    status: 400,
    message: `"${String(duration)}" is not a duration.`,
    fix: 'Write a number and a unit: 500ms, 30s, 5m, 2h or 1d.',
  });
}
