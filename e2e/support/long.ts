/** Tag of tests that only `npm run test:long` runs. */
export const LONG = { tag: '@long' } as const;

/**
 * For the variants of a test: {@link LONG} for those that show again what another one shows in the
 * short run.
 */
export function longUnless(inShortRun: boolean): Partial<typeof LONG> {
  return inShortRun ? {} : LONG;
}

/**
 * Adds to each what the run of it is tagged with: {@link LONG} where another one of the list, named
 * by `like`, has the same parts and stands for it in the short run.
 */
export function withStandIns<T extends { readonly name: string; readonly like?: string }>(all: readonly T[]) {
  return all.map((one) => {
    if (one.like !== undefined && !all.some(({ name, like }) => name === one.like && !like))
      throw new Error(`Nothing in the short run is named ${one.like}.`);
    return { ...one, details: longUnless(one.like === undefined) };
  });
}
