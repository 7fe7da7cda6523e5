import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import { LoadRefusal } from '../contract/load-finding.ts';
import { mapToSources, loadError } from './load-error.ts';

const finding = (code: string, more: object = {}) => ({
  code,
  message: `${code}.`,
  fix: `Fix ${code}.`,
  ...more,
});
const thrownAt = (place: string): Error => {
  const error = new Error('no');
  error.stack = `Error: no\n    at call (${place})`;
  return error;
};
const PLACE = 'platform-shop/src/a.ts:3:7';

describe('the error of a failed load', () => {
  it('has the common code of its findings, and all of them in its details', () => {
    const cause = new Error('why');
    const one = loadError('shop', 'verify', new LoadRefusal([finding('A', { cause })]));
    expect(one).toMatchObject({ code: 'A', status: 422, fix: 'Fix A.', cause });
    expect(one.details).toMatchObject({ loadStage: 'verify', findings: [{ code: 'A', message: 'A.' }] });
    const two = loadError('shop', 'verify', new LoadRefusal([finding('A'), finding('A')]));
    expect(two).toMatchObject({ code: 'A', fix: 'Fix A.' });
    expect(two.cause).toBeInstanceOf(LoadRefusal);
  });

  it('is PLUGIN_LOAD_REFUSED where the codes of its findings differ', () => {
    const error = loadError(
      'shop',
      'verify',
      new LoadRefusal([finding('A'), finding('B', { place: PLACE })]),
    );
    expect(error).toMatchObject({ code: 'PLUGIN_LOAD_REFUSED', fix: 'Fix A. Fix B.' });
    expect(error.details).toMatchObject({ place: PLACE });
  });

  it('keeps code, status and fix of a platform error', () => {
    const known = new PlatformError({
      code: 'PLUGIN_LOAD_TIMEOUT',
      status: 504,
      message: 'late',
      fix: 'Wait.',
    });
    const error = loadError('shop', 'init', known);
    expect(error).toMatchObject({ code: 'PLUGIN_LOAD_TIMEOUT', status: 504, fix: 'Wait.' });
    expect(error.message).toBe('Application shop cannot be loaded (init): late');
  });

  it('names the place of an unexpected error, and shows no frame of the host', () => {
    const error = loadError('shop', 'switch', thrownAt(PLACE), 'cannot be unloaded');
    expect(error).toMatchObject({ code: 'PLUGIN_LOAD_FAILED', status: 422, details: { place: PLACE } });
    expect(error.message).toBe(`Application shop cannot be unloaded: no (${PLACE})`);
    expect(error.stack).toBe(`${error.name}: ${error.message}`);
  });
});

describe('findings in sources', () => {
  it('get the place of their cause if they have none', () => {
    const refusal = new LoadRefusal([
      finding('A', { cause: thrownAt(PLACE) }),
      finding('B', { cause: thrownAt(PLACE), place: 'platform-shop/src/b.ts:1:1' }),
      finding('C'),
    ]);
    const mapped = mapToSources(refusal, (error) => error) as LoadRefusal;
    expect(mapped.findings).toMatchObject([
      { place: PLACE, message: `A (${PLACE})` },
      { place: 'platform-shop/src/b.ts:1:1', message: 'B.' },
      { message: 'C.' },
    ]);
  });

  it('are absent for any other error, which is mapped itself', () => {
    const error = new Error('no');
    const mapped = new Error('mapped');
    expect(mapToSources(error, (given) => (given === error ? mapped : given))).toBe(mapped);
  });
});
