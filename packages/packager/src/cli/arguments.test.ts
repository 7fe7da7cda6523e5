import { expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';

const TABLE = {
  Plugin: 'value',
  SkipFrontend: 'switch',
  SyncPublicKey: 'switch',
  FrontendDist: 'value',
} as const;
const parse = (...args: string[]) => parseArguments(TABLE, args);

test.each([
  ['-Plugin', 'hello', '-SkipFrontend'],
  ['--plugin', 'hello', '--skip-frontend'],
  ['--plugin=hello', '--skip-frontend'],
  ['-Plugin:hello', '-skipfrontend'],
  ['-Plugin:', 'hello', '-SkipFrontend'],
  ['-SkipFrontend:$true', '-PLUGIN', 'hello'],
])('accepts PowerShell and kebab style alike: %s', (...args) => {
  expect(parse(...args)).toEqual({ options: { Plugin: 'hello', SkipFrontend: true }, positional: [] });
});

test('reads positional arguments and disabled switches', () => {
  expect(parse('a.zip', '-SkipFrontend:$false', 'b.zip')).toEqual({
    options: { SkipFrontend: false },
    positional: ['a.zip', 'b.zip'],
  });
});

const code = (...args: string[]): unknown => {
  try {
    return parse(...args);
  } catch (error) {
    const { code: found, message } = error as { code: string; message: string };
    return `${found} ${message}`;
  }
};

test('suggests the nearest option for an unknown one', () => {
  expect(code('-Plugn', 'x')).toBe('OPTION_UNKNOWN Unknown option -Plugn. Did you mean -Plugin?');
  expect(code('--sync-public-keys')).toBe(
    'OPTION_UNKNOWN Unknown option --sync-public-keys. Did you mean -SyncPublicKey?',
  );
  expect(code('-Zebra')).toBe('OPTION_UNKNOWN Unknown option -Zebra.');
});

test('refuses missing values and repetitions', () => {
  expect(code('-Plugin')).toBe('OPTION_VALUE_MISSING -Plugin needs a value.');
  expect(code('-Plugin', '-SkipFrontend')).toBe('OPTION_VALUE_MISSING -Plugin needs a value.');
  expect(code('-Plugin', 'a', '--plugin', 'b')).toBe('OPTION_TWICE -Plugin appears twice.');
});
