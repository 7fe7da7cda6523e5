/** Tag of tests that only `npm run test:long` runs. */
export const LONG = { tag: '@long' } as const;

/**
 * For the variants of a test: {@link LONG} for those that show again what another one shows in the
 * short run.
 */
export function longUnless(inShortRun: boolean): Partial<typeof LONG> {
  return inShortRun ? {} : LONG;
}
