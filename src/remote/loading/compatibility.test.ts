import { describe, expect, it } from 'vitest';
import { checkCompatibility } from './compatibility.ts';

const app = { code: 'hello', name: 'Hello', version: '1.0.0', entry: '/e' };
const shared = { vue: { version: '3.5.45', load: async () => ({}) } };
const check = (needs: { shared?: Record<string, string>; runtimeApi?: string }) => () =>
  checkCompatibility({ ...app, ...needs }, shared, '1.0.0');

describe('shared versions, before code runs', () => {
  it('accepts what fits, and a remote that states nothing', () => {
    expect(check({ shared: { vue: '^3.4.0' }, runtimeApi: '^1.0.0' })).not.toThrow();
    expect(check({})).not.toThrow();
  });

  it('names both versions of all that does not', () => {
    expect(check({ shared: { vue: '^2.7.0', react: '^18.0.0' }, runtimeApi: '^2.0.0' })).toThrow(
      'vue ^2.7.0 is needed, and the host has 3.5.45; react ^18.0.0 is needed, and the host does not share it; ' +
        'runtime API ^2.0.0 is needed, and the host has 1.0.0',
    );
  });
});
