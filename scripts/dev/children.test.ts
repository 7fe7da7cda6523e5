import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Children } from './children.ts';
import { PrefixedLines } from './prefixed-lines.ts';

function setup() {
  let text = '';
  const children = new Children(
    new PrefixedLines(['one', 'two'], (piece) => (text += piece)),
    import.meta.dirname,
  );
  return { children, output: () => stripVTControlCharacters(text) };
}

describe('parallel programs', () => {
  it('reports a program that exits by itself and keeps the others running', async () => {
    const { children, output } = setup();
    children.start('one', ['-e', 'console.log("hello"); process.exitCode = 3']);
    children.start('two', ['-e', 'setInterval(() => undefined, 1000); console.log(process.pid)']);
    await expect.poll(output).toMatch(/one │ hello\n[^]*one │ ✗ one exited unexpectedly \(3\)\./);
    await expect.poll(output).toMatch(/two │ \d+\n/);
    const pid = Number(/two │ (\d+)/.exec(output())?.[1]);
    expect(process.kill(pid, 0)).toBe(true);
    await children.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(output()).not.toContain('two exited');
  });
});
