/** From an action to the frame that shows its result, as the page itself sees it. */
export interface Painted {
  /** Milliseconds until the frame was painted. */
  readonly wall: number;
  /** The same until the last answer of the server that came before it; 0 without one. */
  readonly answered: number;
  readonly requests: number;
}

export interface Stopwatch {
  /**
   * Does something, and waits until the page shows its result.
   *
   * @param act runs once
   * @param shown whether the result is there; asked after each change of the page
   */
  readonly time: (act: () => void, shown: () => boolean) => Promise<Painted>;
}

declare global {
  interface Window {
    stopwatch: Stopwatch;
  }
}

/**
 * Gives the page a stopwatch; runs in it. Looking from outside would add its own pauses and work.
 */
export function installStopwatch(): void {
  const MOST_MS = 120_000;
  /** A message comes after the frame that was asked for before it. */
  const afterPaint = (done: () => void): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', done, { once: true });
      port1.start();
      port2.postMessage(undefined);
    });
  };
  const painted = (startedAt: number): Painted => {
    const wall = performance.now() - startedAt;
    const answers = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.includes('/prod-api/') && startTime >= startedAt)
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd - startedAt)
      .filter((end) => end > 0 && end <= wall);
    return { wall, answered: Math.max(0, ...answers), requests: answers.length };
  };
  const time: Stopwatch['time'] = (act, shown) =>
    new Promise((resolve, reject) => {
      performance.clearResourceTimings();
      const startedAt = performance.now();
      const stop = (): void => {
        observer.disconnect();
        clearTimeout(timer);
      };
      const observer = new MutationObserver(() => {
        if (!shown()) return;
        stop();
        afterPaint(() => resolve(painted(startedAt)));
      });
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`${location.pathname} shows no result.`));
      }, MOST_MS);
      const all = { subtree: true, childList: true, attributes: true, characterData: true };
      observer.observe(document, all);
      act();
    });
  window.stopwatch = { time };
}
