import { expect, it } from 'vitest';
import { OLDEST_NODE, refusalOf } from './node-version.ts';

it.each(['20.20.2', '22.12.0', '24.6.9', '24.6.10'])('Node.js %s is refused, with what to do', (version) => {
  expect(refusalOf(version)).toBe(
    `\n✗ Node.js ${version} is too old: this program needs ${OLDEST_NODE} or later.\n  Install a later one, or name it by its path.\n  (NODE_TOO_OLD)\n\n`,
  );
});

it.each([OLDEST_NODE, '24.10.0', '24.21.0', '25.0.0', '26.0.0-nightly'])('Node.js %s is not', (version) => {
  expect(refusalOf(version)).toBeUndefined();
});
