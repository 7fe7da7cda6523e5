import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PrefixedLines } from './prefixed-lines.ts';

function setup() {
  const written: string[] = [];
  const lines = new PrefixedLines(['host', 'hello-app'], (text) => void written.push(text));
  return { lines, written, plain: () => stripVTControlCharacters(written.join('')) };
}

describe('one terminal for several programs', () => {
  it('prefixes each line with the name, padded to the longest', () => {
    const { lines, plain } = setup();
    lines.line('host', 'ready\nat last');
    lines.line('hello-app', 'built');
    expect(plain()).toBe('host      │ ready\nhost      │ at last\nhello-app │ built\n');
  });

  it('waits for whole lines and mixes none', () => {
    const { lines, plain } = setup();
    const host = lines.stream('host');
    const app = lines.stream('hello-app');
    host.take('rea');
    app.take('one\r\n\n\ntwo\nthr');
    host.take('dy\n');
    expect(plain()).toBe('hello-app │ one\nhello-app │ two\nhost      │ ready\n');
    app.end();
    app.end();
    expect(plain()).toMatch(/ready\nhello-app │ thr\n$/);
  });

  it('gives each name a colour of its own', () => {
    const { lines, written } = setup();
    lines.line('host', 'x');
    lines.line('hello-app', 'x');
    const [first = '', second = ''] = written;
    expect(first.slice(0, 5)).not.toBe(second.slice(0, 5));
    expect(first.startsWith('\u001b[')).toBe(true);
  });
});
