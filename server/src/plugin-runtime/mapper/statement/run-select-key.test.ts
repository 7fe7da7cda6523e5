import { describe, expect, it } from 'vitest';
import type { Row } from '../result/rows-mapper.ts';
import type { MappedKey } from './bind-results.ts';
import { runWithKeys } from './run-select-key.ts';

const key = (...properties: string[]): MappedKey =>
  ({ properties, mapRows: (rows: readonly Row[]) => [...rows] }) as unknown as MappedKey;

function run(parameters: object, rows: Row[], before?: MappedKey, after?: MappedKey) {
  const log: string[] = [];
  const change = async (): Promise<number> => {
    log.push(`change ${JSON.stringify(parameters)}`);
    return 1;
  };
  const select = async (): Promise<Row[]> => {
    log.push('select');
    return rows;
  };
  return { log, changed: runWithKeys('shop.add', { before, after }, parameters, change, select) };
}

describe('select keys', () => {
  it('are set before or after the change', async () => {
    const before = run({ id: 0 }, [{ id: 7 }], key('id'));
    expect(await before.changed).toBe(1);
    expect(before.log).toEqual(['select', 'change {"id":7}']);
    const after = run({ id: 0 }, [{ id: 7 }], undefined, key('id'));
    expect(await after.changed).toBe(1);
    expect(after.log).toEqual(['change {"id":0}', 'select']);
  });

  it('are set by position, also in nested parameters', async () => {
    const parameters = { old: { no: '', amount: 0 } };
    await run(parameters, [{ order_no: 'a', total: 3 }], key('old.no', 'old.amount')).changed;
    expect(parameters).toEqual({ old: { no: 'a', amount: 3 } });
  });

  it.each([
    ['no row', []],
    ['two rows', [{ id: 1 }, { id: 2 }]],
  ])('refuse %s, before anything changes', async (_name, rows) => {
    const { log, changed } = run({ id: 0 }, rows, key('id'));
    await expect(changed).rejects.toMatchObject({ code: 'MAPPER_KEY_INVALID' });
    expect(log).toEqual(['select']);
  });

  it('refuse a row with too few columns', async () => {
    await expect(run({}, [{ id: 1 }], key('id', 'no')).changed).rejects.toMatchObject({
      code: 'MAPPER_KEY_INVALID',
    });
  });

  it.each([
    ['a missing parent', {}, 'old.no'],
    ['an inherited parent', {}, 'constructor.name'],
    ['the prototype', {}, '__proto__'],
    ['a frozen object', Object.freeze({ id: 0 }), 'id'],
  ])('refuse to set %s', async (_name, parameters, property) => {
    const { changed } = run(parameters, [{ value: { polluted: true } }], key(property));
    await expect(changed).rejects.toMatchObject({ code: 'MAPPER_KEY_INVALID' });
    expect(Object.getPrototypeOf(parameters)).toBe(Object.prototype);
  });
});
