import { transform } from 'esbuild';
import { compileFunction } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../kernel/index.ts';
import { moduleUrl, SourceMaps } from './source-maps.ts';
import { placeOf } from './source-place.ts';
import { Faults } from './faults.ts';

const SOURCE = `
type Shape = { a: number };
export function fail(of: Shape): never {
  throw new Error('a is ' + of.a);
}
export const wrapped = (inner: () => void): void => {
  try { inner(); } catch (cause) { throw new Error('outer', { cause }); }
};
export const call = (work: () => void): void => work();
`;

describe('an error of an application', () => {
  let own: { fail(of: object): never; wrapped(inner: () => void): void; call(work: () => void): void };
  let faults: Faults;
  let maps: SourceMaps;
  beforeAll(async () => {
    const file = 'cn/platform/demo/a.js';
    const { code, map } = await transform(SOURCE, {
      loader: 'ts',
      format: 'cjs',
      sourcemap: 'external',
      sourcefile: 'platform-demo/src/a.ts',
    });
    maps = new SourceMaps({ text: (name) => (name === `${file}.map` ? map : undefined) });
    const module = { exports: {} };
    const filename = moduleUrl('demo', '1.0.0', file);
    const evaluate = compileFunction(code, ['exports', 'module'], { filename }) as (
      ...args: unknown[]
    ) => void;
    evaluate(module.exports, module);
    own = module.exports as typeof own;
    faults = new Faults(silentLogger, maps);
  });

  const place = (error: unknown): string | undefined => placeOf(maps.mapError(error));
  const thrownBy = (work: () => void): unknown => {
    try {
      return void work();
    } catch (error) {
      return error;
    }
  };

  it('has its place in the TypeScript source, never in the host', () => {
    const error = thrownBy(() => own.fail({ a: 1 }));
    expect(place(error)).toBe('platform-demo/src/a.ts:4:9');
    expect(place(error)).toBe('platform-demo/src/a.ts:4:9');
    const hostFirst = thrownBy(() =>
      own.call(() => {
        throw new Error('of the host, called by the application');
      }),
    );
    expect(place(hostFirst)).toBe('platform-demo/src/a.ts:9:49');
    expect(place(new Error('of the host'))).toBeUndefined();
    expect(place('no error')).toBeUndefined();
  });

  it('has the place of its innermost cause', () => {
    const error = thrownBy(() => own.wrapped(() => own.fail({ a: 2 })));
    expect(place(error)).toBe('platform-demo/src/a.ts:4:9');
    expect(place(new Error('host', { cause: error }))).toBe('platform-demo/src/a.ts:4:9');
  });

  it('is counted by kind; the last ones are kept; errors of a response do not degrade', () => {
    faults.count(new Error('bad request'), 'handler');
    expect(faults.degradation).toBeUndefined();
    for (let n = 0; n < 12; n++) faults.of('timer', 'tick')(new Error(`late ${n}`));
    expect(faults.counts).toEqual({ handler: 1, timer: 12 });
    expect(faults.recent).toHaveLength(10);
    expect(faults.recent[0]).toMatchObject({ kind: 'timer', what: 'tick', message: 'late 11' });
    expect(faults.degradation).toMatchObject({ faults: 12, lastMessage: 'late 11' });
  });
});
