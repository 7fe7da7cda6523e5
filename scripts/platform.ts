import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Ask } from './platform/command-context.ts';
import { runPlatform } from './platform/program.ts';

const ask: Ask = async (question, { hidden = false } = {}) => {
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stderr,
    terminal: true,
  });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
};

process.exitCode = await runPlatform(process.argv.slice(2), {
  env: process.env,
  ask,
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
