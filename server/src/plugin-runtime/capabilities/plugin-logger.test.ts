import { expect, it, vi } from 'vitest';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import type { SourceMaps } from '../contract/source-maps.ts';
import { PluginLogger } from './plugin-logger.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const;

function logger(level = 0) {
  const lines: LogLine[] = [];
  const mapError = vi.fn();
  const host = collectingLogger(lines);
  const admits = vi.fn(() => true);
  const own = new PluginLogger(
    { ...host, isEnabled: (asked) => levels.indexOf(asked) >= level },
    { mapError } as unknown as SourceMaps,
    { admits, charge: () => undefined },
  );
  return { own, lines, mapError, admits };
}

it('writes each level with its fields, and maps the errors of warnings and failures', () => {
  const { own, lines, mapError } = logger();
  const error = new Error('x');
  for (const level of levels) own[level](`a ${level}`, { error });
  own.error('without fields');
  expect(lines).toEqual([
    ...levels.map((level) => ({ level, message: `a ${level}`, fields: { error } })),
    { level: 'error', message: 'without fields', fields: {} },
  ]);
  expect(mapError.mock.calls).toEqual([[error], [error], [undefined]]);
});

it('writes nothing of a level that is off, and takes nothing for it', () => {
  const { own, lines, admits } = logger(levels.indexOf('warn'));
  for (const level of levels) own[level](level);
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'error']);
  expect(levels.filter((level) => own.isEnabled(level))).toEqual(['warn', 'error']);
  expect(admits).toHaveBeenCalledTimes(2);
});

it('drops what its rate does not admit, also of a child, at every level', () => {
  const { own, lines, admits } = logger();
  admits.mockReturnValue(false);
  for (const level of levels) {
    own[level]('dropped');
    own.child({ bean: 'A' })[level]('dropped');
  }
  expect(lines).toEqual([]);
  expect(admits).toHaveBeenCalledTimes(10);
});

it('gives a child its fields', () => {
  const { own, lines } = logger();
  own.child({ bean: 'A' }).info('x', { n: 1 });
  expect(lines).toEqual([{ level: 'info', message: 'x', fields: { bean: 'A', n: 1 } }]);
});

it('writes a line that was admitted before, with its error mapped', () => {
  const { own, lines, mapError, admits } = logger();
  own.admitted('info', 'costly', { error: 7 });
  expect(lines).toEqual([{ level: 'info', message: 'costly', fields: { error: 7 } }]);
  expect(mapError).toHaveBeenCalledExactlyOnceWith(7);
  expect(admits).not.toHaveBeenCalled();
});
