import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileLock } from '../../data/index.ts';
import { Exclusive } from './exclusive.ts';

describe('design 11.8-10: one dump at a time', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'exclusive-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const worker = (): Exclusive =>
    new Exclusive(new FileLock(join(directory, 'heapdump.lock'), () => new Set(['a', 'b']), 0));
  const running = { code: 'DIAGNOSIS_RUNNING', status: 429 };

  it('on a machine with several workers', async () => {
    const [first, second] = [worker(), worker()];
    let end = (): void => undefined;
    expect(await first.run((ended) => ((end = ended), 'made'))).toBe('made');
    await expect(second.run(() => 'too')).rejects.toMatchObject(running);
    await expect(first.run(() => 'too')).rejects.toMatchObject(running);
    end();
    await expect.poll(() => second.run((ended) => (ended(), 'next')).catch(() => 'busy')).toBe('next');
  });

  it('and the next one after a failure', async () => {
    const [first, second] = [worker(), worker()];
    await expect(first.run(() => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
    await expect.poll(() => second.run((ended) => (ended(), 'next')).catch(() => 'busy')).toBe('next');
  });
});
