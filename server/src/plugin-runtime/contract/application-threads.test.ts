import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { ApplicationThreads } from './application-threads.ts';

const MEBIBYTE = 2 ** 20;
const filled = (ends: string): string => `
  const { parentPort } = require('node:worker_threads');
  globalThis.kept = Buffer.alloc(${40 * MEBIBYTE}, 1);
  parentPort.postMessage('filled');
  ${ends}`;

it('issue 19: knows the memory of threads by application, also of one that computes without end', async () => {
  const threads = new ApplicationThreads();
  expect(threads.bytes()).toBeUndefined();
  const started = ['for (;;);', 'setInterval(() => {}, 1000)'].map((ends) => {
    const thread = new Worker(filled(ends), { eval: true });
    threads.add('eater', thread);
    return thread;
  });
  try {
    await Promise.all(started.map((thread) => once(thread, 'message')));
    const bytes = (await threads.bytes())?.get('eater') ?? 0;
    expect(bytes).toBeGreaterThan(80 * MEBIBYTE);
    expect(bytes).toBeLessThan(160 * MEBIBYTE);
  } finally {
    await Promise.all(started.map((thread) => thread.terminate()));
  }
  expect(threads.bytes()).toBeUndefined();
});
