import { describe, expect, it } from 'vitest';
import { PasswordHasher } from './password-hash.ts';

const hasher = new PasswordHasher();

describe('PasswordHasher', () => {
  it('accepts the password that was hashed, and no other', async () => {
    const encoded = await hasher.hash('correct horse battery');
    expect(encoded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify('correct horse battery', encoded)).toBe(true);
    expect(await hasher.verify('correct horse batterY', encoded)).toBe(false);
  });

  it('salts: the same password has another hash each time', async () => {
    expect(await hasher.hash('same-password')).not.toBe(await hasher.hash('same-password'));
  });

  it('verifies a hash made with other parameters', async () => {
    const { argon2Sync } = await import('node:crypto');
    const nonce = Buffer.alloc(16, 7);
    const key = argon2Sync('argon2id', {
      message: Buffer.from('old'),
      nonce,
      tagLength: 24,
      memory: 64,
      passes: 1,
      parallelism: 1,
    });
    const b64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
    const encoded = `$argon2id$v=19$m=64,t=1,p=1$${b64(nonce)}$${b64(key)}`;
    expect(await hasher.verify('old', encoded)).toBe(true);
    expect(await hasher.verify('new', encoded)).toBe(false);
  });

  it('does the work for an account that does not exist, and refuses', async () => {
    const encoded = await hasher.hash('some password');
    const time = async (target: string | undefined): Promise<number> => {
      const runs: number[] = [];
      for (let i = 0; i < 5; i += 1) {
        const start = performance.now();
        expect(await hasher.verify('another password', target)).toBe(false);
        runs.push(performance.now() - start);
      }
      return Math.min(...runs);
    };
    // Without the work it would be a thousandth; a busy machine alone does not make it a fifth.
    const unknown = await time(undefined);
    expect(unknown).toBeGreaterThan((await time(encoded)) * 0.2);
  });

  it('refuses a hash it cannot read', async () => {
    expect(await hasher.verify('x', '$2a$10$abcdefghijklmnopqrstuv')).toBe(false);
  });
});
