/** Amounts are whole cents everywhere; payments speak in decimal texts. */
const CENTS_PER_UNIT = 100;

/** @returns `12.30` for 1230 */
export function toDecimal(cents: number): string {
  return (cents / CENTS_PER_UNIT).toFixed(2);
}

/** @returns cents, or undefined for an invalid amount or more than two decimals */
export function toCents(decimal: string): number | undefined {
  const match = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(decimal);
  if (!match) return undefined;
  const [, units = '0', fraction = ''] = match;
  return Number(units) * CENTS_PER_UNIT + Number(fraction.padEnd(2, '0'));
}

/** A price less a number of percent, rounded to the customer's advantage. */
export function discounted(cents: number, percent: number): number {
  return Math.floor((cents * (100 - percent)) / 100);
}

/** Whole units of money, for values that are counted in them. */
export function wholeUnits(cents: number): number {
  return Math.floor(cents / CENTS_PER_UNIT);
}
