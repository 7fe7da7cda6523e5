/** Most that a build should weigh, in bytes compressed by gzip. */
export interface SizeBudget {
  /** `index.js`; default 10,000. */
  readonly entry: number;
  /** All files together; default 300,000. */
  readonly total: number;
}

/** A remote with Element Plus in use is about 7 kB (design 5.1). */
export const DEFAULT_BUDGET: SizeBudget = { entry: 10_000, total: 300_000 };

export interface FileSize {
  readonly bytes: number;
  readonly gzip: number;
}

/** `7.1 kB` */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * What a build weighs against its budget.
 * @returns a line for people, and what is too large
 */
export function weigh(
  sizes: Readonly<Record<string, FileSize>>,
  budget: SizeBudget,
): { report: string; excess: string[] } {
  const files = Object.values(sizes);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const total = files.reduce((sum, file) => sum + file.gzip, 0);
  const entry = sizes['index.js']?.gzip ?? 0;
  const excess = [
    { what: 'index.js', weighs: entry, planned: budget.entry },
    { what: 'all files', weighs: total, planned: budget.total },
  ]
    .filter(({ weighs, planned }) => weighs > planned)
    .map(
      ({ what, weighs, planned }) =>
        `${what}: ${kilobytes(weighs)} compressed, ${kilobytes(planned)} are planned`,
    );
  const report = `${files.length} files, ${kilobytes(bytes)}, compressed ${kilobytes(total)} of ${kilobytes(budget.total)} planned`;
  return { report, excess };
}
