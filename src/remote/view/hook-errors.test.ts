// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { severityOf } from './hook-errors.ts';

const inProduction = (code: string) => `https://vuejs.org/error-reference/#runtime-${code}`;

describe('design 9.6-34: errors of a view', () => {
  it.each([
    ['setup function', false, 'page'],
    [inProduction('0'), true, 'page'],
    ['render function', true, 'page'],
    [inProduction('1'), false, 'page'],
    ['mounted hook', false, 'page'],
    [inProduction('m'), false, 'page'],
    ['mounted hook', true, 'notice'],
    ['native event handler', true, 'notice'],
    [inProduction('5'), false, 'notice'],
    ['watcher callback', true, 'notice'],
    ['updated hook', true, 'notice'],
    ['unmounted hook', true, 'log'],
    [inProduction('um'), true, 'log'],
    ['beforeUnmount hook', true, 'log'],
  ])('%s, mounted %s: %s', (info, mounted, severity) => {
    expect(severityOf(info, mounted)).toBe(severity);
  });
});
