import { within } from '../../kernel/index.ts';
import type { UnloadReport } from '../../plugin-runtime/index.ts';

/** Milliseconds that an operation waits for the former version to unload. */
const MAX_WAIT_MS = 2_000;

/** Logs the resources that an application had left open. */
export function logLeftOpen(report: UnloadReport, log: (line: string) => void): UnloadReport {
  const { abortedRequests, openTimers, openHandles, failures } = report;
  if (abortedRequests > 0) log(`warning: ${abortedRequests} requests were aborted when the drain time ended`);
  if (openTimers.length > 0) log(`warning: timers were left open: ${openTimers.join(', ')}`);
  if (openHandles.length > 0) log(`warning: left open: ${openHandles.join(', ')}`);
  for (const failure of failures) log(`warning: ${failure}`);
  return report;
}

/**
 * The unload report of the former version.
 *
 * @returns null without a former version, and when it takes longer than two seconds to unload: the
 *   application's page shows the report later
 */
export async function formerVersionReport(
  retired: Promise<UnloadReport> | undefined,
  log: (line: string) => void,
): Promise<UnloadReport | null> {
  if (!retired) return null;
  const report = await within(retired, MAX_WAIT_MS);
  if (report) return logLeftOpen(report, log);
  log('The former version is still unloading; its report will be on the page of the application');
  return null;
}
