import { describe, expect, it } from 'vitest';
import { testConfig } from '../../kernel/testing/config.ts';
import { credentialsOf } from './credentials.ts';

describe('spec: Authentication 4: the monitoring credentials', () => {
  it('are those of the configuration', () => {
    const config = testConfig({ 'management.username': 'ops', 'management.password': 'granite' });
    expect(credentialsOf(config)).toEqual({ username: 'ops', password: 'granite', wellKnown: false });
  });

  it('design 16-23: are the well-known defaults where they are empty, unless the configuration refuses that', () => {
    expect(credentialsOf(testConfig())).toEqual({
      username: 'monitor',
      password: 'monitor',
      wellKnown: true,
    });
    const pairs: Array<Record<string, string>> = [
      {},
      { 'management.username': 'ops' },
      { 'management.password': 'monitor' },
    ];
    for (const named of pairs) {
      const config = testConfig({ ...named, 'management.allow-default-credentials': false });
      expect(() => credentialsOf(config)).toThrow(
        expect.objectContaining({ code: 'MANAGEMENT_DEFAULT_CREDENTIALS' }),
      );
    }
  });
});
