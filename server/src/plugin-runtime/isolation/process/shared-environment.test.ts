import { describe, expect, it } from 'vitest';
import { configLeaves, environmentNames } from '../../../kernel/index.ts';
import { sharedEnvironment } from './shared-environment.ts';

describe('audit: the environment of an application with the permission env', () => {
  it('has what is meant for it, and settings of the host without secrets', () => {
    const environment = { PATH: '/bin', STRIPE_KEY: 'sk-1', DATABASE_HOST: 'db', EMPTY: '', GONE: undefined };
    expect(sharedEnvironment(environment)).toEqual({
      PATH: '/bin',
      STRIPE_KEY: 'sk-1',
      DATABASE_HOST: 'db',
      EMPTY: '',
    });
  });

  it('has no secret of the host under any of its names', () => {
    const secrets = [...configLeaves.values()].filter(({ secret }) => secret).flatMap(environmentNames);
    expect(secrets).toEqual(
      expect.arrayContaining(['DATABASE_PASSWORD', 'CACHE_URL', 'MANAGEMENT_PASSWORD']),
    );
    for (const name of [...secrets, 'REDIS_PASSWORD', 'MONITOR_PASSWORD'])
      expect(sharedEnvironment({ [name]: 'x', PATH: '/bin' }), name).toEqual({ PATH: '/bin' });
  });

  it('has neither addresses with a login nor copies of a secret', () => {
    expect(
      sharedEnvironment({
        DATABASE_PASSWORD: 's3cret-of-db',
        PGPASSWORD: 's3cret-of-db',
        DATABASE_DSN: 'postgres://platform:s3cret-of-db@db/platform',
        MONITOR_SERVICE_URL: 'http://user:pass@backend:8080',
        HOOK: 'https://me:mine@example.com/',
      }),
    ).toEqual({ HOOK: 'https://me:mine@example.com/' });
  });
});
