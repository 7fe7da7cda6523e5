import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.ts';
import { documentedValues } from './documented-values.ts';
import { documents } from './documents.ts';
import { fillIn, onOwnPorts } from './fill-in.ts';
import { readCommands } from './read-commands.ts';
import { ruleOf, rules } from './rules.ts';
import { Shell } from './shell.ts';

const fenced = (...lines: readonly string[]): string => ['```sh', ...lines, '```'].join('\n');
const textsOf = (markdown: string): readonly string[] =>
  readCommands('a.md', markdown).map(({ text }) => text);
const command = (text: string) => ({ file: 'a.md', line: 7, block: 0, text });

describe('readCommands', () => {
  it('reads shell blocks only, with line and block', () => {
    const markdown = ['npm start', fenced('one'), '```yaml', 'two: 2', '```', '```bash', 'three', '```'];
    expect(readCommands('a.md', markdown.join('\n'))).toEqual([
      { file: 'a.md', line: 3, block: 0, text: 'one' },
      { file: 'a.md', line: 9, block: 1, text: 'three' },
    ]);
  });

  it('drops comments, but no # within a word or quotes', () => {
    const markdown = fenced('# alone', 'one a#b   # why', '', `two "# a" '# b'`);
    expect(textsOf(markdown)).toEqual(['one a#b', `two "# a" '# b'`]);
  });

  it('joins continued lines, and names the first', () => {
    const [read, next] = readCommands('a.md', fenced('A=1 \\', '  B=2 \\', 'run', 'next'));
    expect(read).toMatchObject({ line: 2, text: 'A=1 B=2 run' });
    expect(next).toMatchObject({ line: 5, text: 'next' });
  });

  it.each(['```sh\none', fenced('one \\')])('refuses a block that is not closed: %j', (markdown) => {
    expect(() => readCommands('a.md', markdown)).toThrow('a.md: a block is not closed.');
  });
});

describe('ruleOf', () => {
  it('takes the longest beginning', () => {
    expect(ruleOf(command('npm run platform -- list')).stopped).toBeUndefined();
    expect(ruleOf(command('npm run platform -- rotate-key')).stopped).toBe(true);
    expect(ruleOf(command('npm run platform -- rotate-key --keep-unreadable')).prepare).toBe('no key');
  });

  it('refuses a command that it does not know', () => {
    expect(() => ruleOf(command('helm install x'))).toThrow(
      'a.md:7: scripts/docs-check/rules.ts has no rule',
    );
  });

  it.each(documents)('knows every command of %s', (file) => {
    const rules = readCommands(file, readFileSync(inRoot(file), 'utf8')).map(ruleOf);
    expect(rules.filter(({ as, reason }) => as === 'not run' && !reason)).toEqual([]);
  });

  it.each(documents)('has a value for what readers fill in, in %s', (file) => {
    const places = { folder: '/sandbox', data: '/data', password: 'p', port: 1, api: 2 };
    // Values that commands print, and preparations make, are known at run time.
    const kept = rules.flatMap(({ keep }) => (keep ? [[keep.name, 'kept'] as const] : []));
    const values = new Map([...documentedValues(places), ...kept, ['pct_…', 'token'] as const]);
    const run = readCommands(file, readFileSync(inRoot(file), 'utf8')).filter(
      (documented) => ruleOf(documented).as !== 'not run',
    );
    for (const { text } of run) expect(() => fillIn(text, values)).not.toThrow();
  });

  it('finds commands in the documents for operators', () => {
    const counts = documents.map((file) => readCommands(file, readFileSync(inRoot(file), 'utf8')).length);
    expect(counts.filter((count) => count > 0).length).toBeGreaterThanOrEqual(5);
  });

  it('audit: keeps the id of a host for the commands that name one', () => {
    const { keep } = ruleOf(command('npx platform hosts'));
    const output = 'ID        MACHINE  ADDRESS\na1b2c3d4  m-1      10.0.0.1';
    const id = keep?.pattern.exec(output)?.[1] ?? '';
    const values = new Map([[keep?.name ?? '', id]]);
    expect(fillIn('npx platform hosts drain <host>', values)).toBe('npx platform hosts drain a1b2c3d4');
    expect(ruleOf(command('npx platform hosts drain <host>')).keep).toBeUndefined();
  });
});

describe('Shell', () => {
  it('keeps exports for all that follows, and a folder for its block of its document', () => {
    const shell = new Shell();
    shell.keep(command('export A=1'));
    shell.keep(command('cd deploy'));
    expect(shell.before(command('one'))).toEqual(['export A=1', 'cd deploy']);
    expect(shell.before({ ...command('two'), block: 1 })).toEqual(['export A=1']);
    expect(shell.before({ ...command('three'), file: 'b.md' })).toEqual(['export A=1']);
  });
});

describe('fillIn', () => {
  it('puts values where the documents have placeholders', () => {
    const values = new Map([['pt_…', 'pt_$&']]);
    expect(fillIn('T=pt_… x', values)).toBe('T=pt_$& x');
    expect(fillIn('tokens revoke <id>', new Map([['tokens revoke <id>', '5']]))).toBe('tokens revoke 5');
  });

  it.each(['T=pt_… x', 'keys distrust <id>', '--data <data of the host>'])(
    'refuses "%s" without a value',
    (text) => {
      expect(() => fillIn(text, new Map())).toThrow('There is no value for');
    },
  );
});

describe('onOwnPorts', () => {
  it('keeps what the document says, and adds the rest', () => {
    const ports = [1, 2] as const;
    expect(onOwnPorts('A=1 npm start', '/d', ports)).toBe(
      'A=1 npm start -- --data /d --port 1 --api-port 2 --no-samples',
    );
    expect(onOwnPorts('npm start -- --data /e', '/d', ports)).toBe(
      'npm start -- --data /e --port 1 --api-port 2 --no-samples',
    );
  });
});
