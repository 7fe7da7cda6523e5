import { RESERVED_CODES } from '@platform/package-format';

/** What an application code may be. (design 4.1, 9.5-29) */
export const CODE_RULES = Object.freeze({
  pattern: '^[a-z][a-z0-9-]{1,31}$',
  reserved: (appCode: string): boolean => RESERVED_CODES.includes(appCode),
});
