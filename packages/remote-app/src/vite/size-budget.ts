/** Compressed size limits of a build, in bytes. */
export interface SizeBudget {
  /** Limit of `index.js`; default: 10,000. */
  readonly entry: number;
  /** Limit of all files together; default: 300,000. */
  readonly total: number;
}

/** An application that uses Element Plus is about 7 kB (design 5.1). */
export const DEFAULT_BUDGET: SizeBudget = { entry: 10_000, total: 300_000 };

export interface FileSize {
  readonly bytes: number;
  readonly gzip: number;
}

/** `7.1 kB` */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Compares a build with its budget. @returns a summary, and the exceeded limits */
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
