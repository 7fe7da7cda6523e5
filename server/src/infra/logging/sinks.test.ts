import { expect, it, vi } from 'vitest';
import { consoleSink } from './sinks.ts';

it('rests after a terminal that throws, and then tries again', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const write = vi.fn((_text: string) => {
    throw new Error('EPIPE');
  });
  const sink = consoleSink('json', { write });
  sink.write('one');
  sink.write('two');
  expect(write.mock.calls).toEqual([['one']]);
  now.mockReturnValue(10_000);
  sink.write('three');
  expect(write.mock.lastCall).toEqual(['three']);
  now.mockRestore();
});
