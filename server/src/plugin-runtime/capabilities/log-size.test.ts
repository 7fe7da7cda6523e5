import { describe, expect, it, vi } from 'vitest';
import { collectingLogger } from '../../testing/collecting-logger.ts';
import type { SourceMaps } from '../contract/source-maps.ts';
import { sizeInLog } from './log-size.ts';
import { PluginLogger } from './plugin-logger.ts';

const k = 'x'.repeat(1_000);

describe('design 11.5: the size of what an application logs', () => {
  it.each<[string, unknown, number]>([
    ['a text', k, 1_000],
    ['a text in an object', { order: { customer: k } }, 1_013],
    ['texts in a list', { rows: [k, k, k] }, 3_004],
    ['a text that the log cuts', { text: 'x'.repeat(1_000_000) }, 65_540],
    ['a buffer', { body: Buffer.alloc(1_000) }, 4_004],
  ])('counts %s', (_title, value, size) => expect(sizeInLog(value)).toBe(size));

  it('is that of the stacks of an error and its causes', () => {
    const error = new Error('outer', { cause: new Error(k) });
    expect(sizeInLog({ error })).toBeGreaterThan(1_000);
  });

  it('ends in what is endless, and in what cannot be read', () => {
    const around: Record<string, unknown> = {};
    for (let name = 0; name < 30; name += 1) around[`self${name}`] = around;
    expect(sizeInLog(around)).toBeGreaterThan(65_536);
    const hostile = {
      get value(): string {
        throw new Error('not readable');
      },
    };
    expect(sizeInLog(hostile)).toBeGreaterThan(0);
  });

  it('is charged for each line, with the fields of a child', () => {
    const charge = vi.fn<(characters: number) => void>();
    const rate = { admits: () => true, charge };
    const maps = { mapError: () => undefined } as unknown as SourceMaps;
    const logger = new PluginLogger(collectingLogger([]), maps, rate);
    logger.info('', { nested: { text: k } });
    const child = logger.child({ all: [k, k] });
    child.info('');
    child.child({ more: k }).info('', { own: k });
    expect(charge.mock.calls).toEqual([[1_010], [2_003], [4_010]]);
  });
});
