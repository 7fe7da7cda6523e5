import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Profiles the processor time of this process.
 *
 * @returns JSON that the developer tools of browsers open; undefined once `signal` has aborted
 */
export async function cpuProfile(seconds: number, signal: AbortSignal): Promise<Buffer | undefined> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await sleep(seconds * 1000, undefined, { signal }).catch(() => undefined);
    const { profile } = await session.post('Profiler.stop');
    return signal.aborted ? undefined : Buffer.from(JSON.stringify(profile));
  } finally {
    session.disconnect();
  }
}
