import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../server/src/kernel/index.ts';
import { entryFailureOf } from './entry-failure.ts';

const failure = (code: string) => new PlatformError({ code, message: 'It is wrong.', fix: 'Correct it.' });
const addresses = { databaseFrom: 'EXTERNAL_DB_ADDRESS', cacheFrom: 'CACHE_URL' };

describe('how the entry script ends', () => {
  it.each(['TLS_FILE_UNREADABLE', 'TLS_CERTIFICATE_INVALID'])(
    'with 78 for %s, which no restart mends, and what to do',
    (code) => {
      expect(entryFailureOf(failure(code), undefined)).toMatchObject({
        exitCode: 78,
        problems: ['It is wrong.', 'Correct it.'],
      });
    },
  );

  it('with the field of the kind of server, which may be another one', () => {
    const { exitCode, problems } = entryFailureOf(failure('DATABASE_UNREACHABLE'), addresses);
    expect(exitCode).toBe(69);
    expect(problems.join(' ')).toMatch(/EXTERNAL_DB_ADDRESS, or DATABASE_TYPE/);
  });

  it('marks an unforeseen failure once', () => {
    const { exitCode, problems } = entryFailureOf(failure('ODD'), addresses);
    expect(exitCode).toBe(1);
    expect(problems.join('\n')).toBe('It is wrong.\n  Correct it.\n  (ODD)');
  });
});
