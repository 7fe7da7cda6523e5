import { setTimeout as sleep } from 'node:timers/promises';
import type { UnloadReport } from '../../plugin-runtime/index.ts';

/** How long an operation waits for what a former version is still at, in milliseconds. */
const WAITED_MS = 2_000;

/** Tells the log what an application had left open, which was closed for it. */
export function logLeftOpen(report: UnloadReport, log: (line: string) => void): UnloadReport {
  const { abortedRequests, openTimers, openHandles, failures } = report;
  if (abortedRequests > 0)
    log(`warning: ${abortedRequests} requests were cut off when the drain time was over`);
  if (openTimers.length > 0) log(`warning: timers were left open: ${openTimers.join(', ')}`);
  if (openHandles.length > 0) log(`warning: left open: ${openHandles.join(', ')}`);
  for (const failure of failures) log(`warning: ${failure}`);
  return report;
}

/**
 * What the version that served before has left open.
 *
 * @returns null where none served, and where it is still at work after two seconds: the page of the application tells then
 */
export async function reportOfFormer(
  retired: Promise<UnloadReport> | undefined,
  log: (line: string) => void,
): Promise<UnloadReport | null> {
  if (!retired) return null;
  const over = new AbortController();
  const late = sleep(WAITED_MS, null, { signal: over.signal }).catch(() => null);
  const report = await Promise.race([retired, late]);
  over.abort();
  if (report) return logLeftOpen(report, log);
  log('The former version is still at work; what it leaves open will be on the page of the application');
  return null;
}
