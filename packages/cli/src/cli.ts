#!/usr/bin/env node
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Ask } from './command-context.ts';
import { EXIT } from './errors.ts';
import { runPlatform } from './program.ts';

/** Time for an interrupted command to report what continues without it. */
const LAST_WORDS_MS = 500;

const interrupted = new AbortController();
process.on('SIGINT', () => {
  interrupted.abort();
  setTimeout(() => process.exit(EXIT.interrupted), LAST_WORDS_MS).unref();
});

// The reader closed the pipe, as `| head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.done);
});

/** Ctrl-C and Ctrl-D count as no answer. */
const ask: Ask = async (question, { hidden = false } = {}) => {
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stderr,
    terminal: true,
  });
  const closed = once(lines, 'close').then(() => undefined);
  lines.once('SIGINT', () => lines.close());
  try {
    return await Promise.race([lines.question('').catch(() => undefined), closed]);
  } finally {
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
};

process.exitCode = await runPlatform(process.argv.slice(2), {
  env: process.env,
  ask,
  signal: interrupted.signal,
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
