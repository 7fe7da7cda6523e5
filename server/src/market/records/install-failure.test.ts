import { expect, it } from 'vitest';
import { afterSuccess, failedVersion, settled, type InstallFailure } from './install-failure.ts';

const failed = (kind: string, version: string | null): InstallFailure =>
  ({
    ...{ stage: 'load', code: 'X', message: 'It broke.', fix: null },
    operation: { kind, version, taskId: 7, at: 'then' },
  }) as InstallFailure;

it.each([
  ['install', '1.0.0', true],
  ['upgrade', '1.0.0', true],
  ['deploy', '1.0.0', true],
  ['disable', '1.0.0', false],
  ['rollback', '1.0.0', false],
  ['upgrade', null, false],
])('a failed %s of %s names a version that did not start: %s', (kind, version, names) => {
  const expected = { kind, version, taskId: 7, at: 'then', code: 'X', message: 'It broke.' };
  expect(failedVersion(failed(kind, version))).toEqual(names ? expected : undefined);
});

it('has no version without its operation', () => {
  const { operation: _operation, ...older } = failed('upgrade', '1.0.0');
  expect(failedVersion(older as InstallFailure)).toBeUndefined();
});

it('is kept as settled after a success of a lower version, and forgotten after any other', () => {
  const failure = failed('upgrade', '1.1.0');
  expect(JSON.parse(afterSuccess(failure, '1.0.0') ?? '')).toEqual({ ...failure, settled: true });
  for (const version of ['1.1.0', '1.2.0', '1.10.0']) expect(afterSuccess(failure, version)).toBeNull();
  expect(afterSuccess(failed('disable', '1.1.0'), '1.0.0')).toBeNull();
  expect([afterSuccess(null, '1.0.0'), settled(null)]).toEqual([null, null]);
});
