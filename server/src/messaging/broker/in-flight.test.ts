import { describe, expect, it, vi } from 'vitest';
import { InFlight } from './in-flight.ts';

const open = () => Promise.withResolvers<string>();

describe('in-flight deliveries', () => {
  it('are settled with the result of their work, and then released', async () => {
    const deliveries = new InFlight();
    const settle = vi.fn(async () => undefined);
    const giveBack = vi.fn(async () => undefined);
    const running = deliveries.run(async () => 'done', settle, giveBack);
    expect(deliveries.size).toBe(1);
    await running;
    expect(settle).toHaveBeenCalledExactlyOnceWith('done');
    expect(deliveries.size).toBe(0);
    expect(await deliveries.drain(1_000)).toBe(0);
    expect(giveBack).not.toHaveBeenCalled();
  });

  it('are released when their work throws', async () => {
    const deliveries = new InFlight();
    const work = () => Promise.reject(new Error('broken'));
    await expect(deliveries.run(work, vi.fn(), vi.fn())).rejects.toThrow('broken');
    expect(deliveries.size).toBe(0);
  });

  it('are awaited when they end in time', async () => {
    const deliveries = new InFlight();
    const work = open();
    const giveBack = vi.fn(async () => undefined);
    const running = deliveries.run(
      () => work.promise,
      vi.fn(async () => undefined),
      giveBack,
    );
    const drained = deliveries.drain(60_000);
    work.resolve('late');
    expect(await drained).toBe(0);
    await running;
    expect(giveBack).not.toHaveBeenCalled();
  });

  it('are returned after the deadline, and not settled afterwards', async () => {
    const deliveries = new InFlight();
    const work = open();
    const settle = vi.fn(async () => undefined);
    const giveBack = vi.fn(async () => undefined);
    const running = deliveries.run(() => work.promise, settle, giveBack);
    expect(await deliveries.drain(5)).toBe(1);
    expect(giveBack).toHaveBeenCalledOnce();
    work.resolve('too late');
    await running;
    expect(settle).not.toHaveBeenCalled();
  });
});
