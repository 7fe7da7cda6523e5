import { expect, it } from 'vitest';
import { RemoteLog } from './remote-log.ts';

const LIMIT = 65_536;
const clock = { now: () => Date.UTC(2026, 10, 22) };

it('spec: L5: keeps a line with time and level', () => {
  const log = new RemoteLog(clock);
  log.info('started');
  log.warn('slow');
  log.error('broken');
  expect(log.text).toBe(
    ['INFO started', 'WARN slow', 'ERROR broken']
      .map((line) => `2026-11-22T00:00:00.000Z ${line}\n`)
      .join(''),
  );
});

it('spec: L5: keeps the end of a long log', () => {
  const log = new RemoteLog(clock);
  const line = 'x'.repeat(1_000);
  for (let count = 0; count < 200; count++) log.info(`${count} ${line}`);
  expect(log.text).toHaveLength(LIMIT);
  expect(log.text.endsWith(`199 ${line}\n`)).toBe(true);
});
