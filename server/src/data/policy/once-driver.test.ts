import type { DatabaseConnection, Driver } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { OnceDriver } from './once-driver.ts';

function driver() {
  const connection = {} as DatabaseConnection;
  const fake = {
    init: vi.fn(() => Promise.resolve()),
    acquireConnection: vi.fn(() => Promise.resolve(connection)),
    releaseConnection: vi.fn(() => Promise.resolve()),
    beginTransaction: vi.fn(() => Promise.resolve()),
    commitTransaction: vi.fn(() => Promise.resolve()),
    rollbackTransaction: vi.fn(() => Promise.resolve()),
    destroy: vi.fn(() => Promise.resolve()),
  } satisfies Driver;
  return { fake, connection, once: new OnceDriver(fake) };
}

describe('a driver that initializes itself', () => {
  it('initializes once for simultaneous connections', async () => {
    const { fake, connection, once } = driver();
    const taken = await Promise.all([once.acquireConnection(), once.acquireConnection()]);
    expect(taken).toEqual([connection, connection]);
    await once.acquireConnection();
    expect(fake.init).toHaveBeenCalledTimes(1);
  });

  it('returns no connection before its initialization', async () => {
    const { fake, once } = driver();
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.init.mockReturnValueOnce(promise);
    const acquired = once.acquireConnection();
    await Promise.resolve();
    expect(fake.acquireConnection).not.toHaveBeenCalled();
    resolve();
    await acquired;
  });

  it('retries after a failure', async () => {
    const { fake, once } = driver();
    fake.init.mockRejectedValueOnce(new Error('away'));
    await expect(once.acquireConnection()).rejects.toThrow('away');
    await once.acquireConnection();
    expect(fake.init).toHaveBeenCalledTimes(2);
  });

  it('closes once and then refuses connections', async () => {
    const { fake, once } = driver();
    await once.acquireConnection();
    await Promise.all([once.destroy(), once.destroy()]);
    expect(fake.destroy).toHaveBeenCalledTimes(1);
    await expect(once.acquireConnection()).rejects.toThrow('closed');
  });

  it('closes after its initialization', async () => {
    const { fake, once } = driver();
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.init.mockReturnValueOnce(promise);
    const acquired = once.acquireConnection();
    const destroyed = once.destroy();
    await Promise.resolve();
    expect(fake.destroy).not.toHaveBeenCalled();
    resolve();
    await Promise.all([acquired, destroyed]);
    expect(fake.destroy).toHaveBeenCalledTimes(1);
  });

  it('closes nothing before its first connection', async () => {
    const { fake, once } = driver();
    await once.destroy();
    expect(fake.destroy).not.toHaveBeenCalled();
  });
});
