/** One report a minute for an application (design 9.7-53). */
const PAUSE_MS = 60_000;

/** @returns whether the application may be reported now; records the report */
export function createReportLimit(): (app: string) => boolean {
  const last = new Map<string, number>();
  return (app) => {
    const now = Date.now();
    if (now - (last.get(app) ?? -Infinity) < PAUSE_MS) return false;
    last.set(app, now);
    return true;
  };
}
