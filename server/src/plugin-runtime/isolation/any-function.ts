/** A function of Node that a facade calls or replaces, whatever it takes and gives. */
export type AnyFunction = (...args: unknown[]) => unknown;
