import { setTimeout as wait } from 'node:timers/promises';

/** Waits until an address responds. @returns false if it does not within `limitMs` */
export async function answers(url: string, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    const answered = await fetch(url, { method: 'HEAD' }).then(
      () => true,
      () => false,
    );
    if (answered) return true;
    await wait(100);
  }
  return false;
}
