import { describe, expect, it } from 'vitest';
import { PasswordHasher } from './password-hash.ts';

const hasher = new PasswordHasher();

/** Processor time that this thread takes for one of five runs. */
async function ownMilliseconds(work: () => unknown): Promise<number> {
  const runs: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    runs.push((user + system) / 1_000);
  }
  // Other work of this thread may fall into some of them.
  return Math.min(...runs);
}

describe('PasswordHasher', () => {
  it('accepts the password that was hashed, and no other', async () => {
    const encoded = await hasher.hash('correct horse battery');
    expect(encoded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify('correct horse battery', encoded)).toBe(true);
    expect(await hasher.verify('correct horse batterY', encoded)).toBe(false);
  });

  it('salts each hash of a password', async () => {
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

  it('spends the same work on an unknown account, and refuses it', async () => {
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

  it('derives keys off the main thread', async () => {
    const { argon2Sync } = await import('node:crypto');
    const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
    const message = Buffer.from('some password');
    const onMain = await ownMilliseconds(() =>
      argon2Sync('argon2id', { ...parameters, message, nonce: Buffer.alloc(16) }),
    );
    expect(await ownMilliseconds(() => hasher.hash('some password'))).toBeLessThan(onMain / 4);
    const encoded = await hasher.hash('some password');
    expect(await ownMilliseconds(() => hasher.verify('some password', encoded))).toBeLessThan(onMain / 4);
  });

  it('refuses an unreadable hash', async () => {
    expect(await hasher.verify('x', '$2a$10$abcdefghijklmnopqrstuv')).toBe(false);
  });
});
