import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { inRoot } from '../lib/paths.ts';
import { briefly } from './benchmarks.ts';

/** It runs for ten minutes, as a stage of its own. */
const CHAOS = 'chaos';

it('every benchmark runs briefly in the long run', () => {
  const all = globSync('bench/*.ts', { cwd: inRoot() }).map((file) => basename(file, '.ts'));
  expect([...Object.keys(briefly), CHAOS].toSorted()).toEqual(all.toSorted());
});
