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
])('PowerShell and kebab styles are one: %s', (...args) => {
  expect(parse(...args)).toEqual({ options: { Plugin: 'hello', SkipFrontend: true }, positional: [] });
});

test('positional arguments, and switches that are off', () => {
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

test('an unknown option suggests the nearest', () => {
  expect(code('-Plugn', 'x')).toBe('OPTION_UNKNOWN There is no option -Plugn. Did you mean -Plugin?');
  expect(code('--sync-public-keys')).toBe(
    'OPTION_UNKNOWN There is no option --sync-public-keys. Did you mean -SyncPublicKey?',
  );
  expect(code('-Zebra')).toBe('OPTION_UNKNOWN There is no option -Zebra.');
});

test('missing values and repetitions are errors', () => {
  expect(code('-Plugin')).toBe('OPTION_VALUE_MISSING -Plugin needs a value.');
  expect(code('-Plugin', '-SkipFrontend')).toBe('OPTION_VALUE_MISSING -Plugin needs a value.');
  expect(code('-Plugin', 'a', '--plugin', 'b')).toBe('OPTION_TWICE -Plugin is given twice.');
});
