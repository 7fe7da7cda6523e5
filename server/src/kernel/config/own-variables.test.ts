import { expect, it } from 'vitest';
import { unknownVariables } from './own-variables.ts';

it('knows the settings, the variables of the commands, and those that others set', () => {
  const names = [
    'SERVER_PORT',
    'PLATFORM_TOKEN',
    'SERVER_SERVICE_HOST',
    'SERVER_PROT',
    'PLATFORM_TOKEM',
    'HOME',
  ];
  const env = Object.fromEntries(names.map((name) => [name, 'x']));
  expect(unknownVariables(env)).toEqual(['PLATFORM_TOKEM', 'SERVER_PROT']);
});
