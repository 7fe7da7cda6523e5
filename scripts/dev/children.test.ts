import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Children } from './children.ts';
import { PrefixedLines } from './prefixed-lines.ts';

function setup() {
  let text = '';
  const children = new Children(new PrefixedLines(['one', 'two'], (piece) => (text += piece)));
  return { children, said: () => stripVTControlCharacters(text) };
}

describe('programs side by side', () => {
  it('names one that ends by itself, and lets the others run', async () => {
    const { children, said } = setup();
    children.start('one', ['-e', 'console.log("hello"); process.exitCode = 3']);
    children.start('two', ['-e', 'setInterval(() => undefined, 1000); console.log(process.pid)']);
    await expect.poll(said).toMatch(/one │ hello\n[^]*one │ ✗ one has ended by itself \(3\)\./);
    await expect.poll(said).toMatch(/two │ \d+\n/);
    const pid = Number(/two │ (\d+)/.exec(said())?.[1]);
    expect(process.kill(pid, 0)).toBe(true);
    await children.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(said()).not.toContain('two has ended');
  });
});
