import { PlatformError } from '@platform/plugin-sdk/core';

/** The record that a request names is not there. */
export function notFound(
  what: 'category' | 'product' | 'promotion' | 'coupon' | 'order',
  key: number | string,
) {
  return new PlatformError({
    code: `MALL_${what.toUpperCase()}_NOT_FOUND`,
    status: 404,
    message: `There is no ${what} ${key}.`,
    fix: 'Load the list again: somebody may have deleted it.',
  });
}

/** The operation does not fit the current state. */
export function conflict(code: `MALL_${string}`, message: string, fix: string): PlatformError {
  return new PlatformError({ code, status: 409, message, fix });
}

/** @throws MALL_PERIOD_INVALID (400) unless `from` is before `until` */
export function checkPeriod(from: string, until: string): void {
  if (Date.parse(from) < Date.parse(until)) return;
  throw new PlatformError({
    code: 'MALL_PERIOD_INVALID',
    status: 400,
    message: 'The end does not lie after the beginning.',
    fix: 'Choose a later end.',
  });
}
