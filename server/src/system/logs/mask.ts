import { MASK, namesSecret } from '../../infra/index.ts';

/** Values of settings, some of which are secrets. */
const SETTING = /configvalue/i;
/** Bodies of the host have no other `code` than that of a second factor. */
const FACTOR = /^code$/i;
const LONGEST = 4000;

/**
 * The body of an audited call as text for the operation log: secrets masked, long ones cut.
 *
 * @param appCode undefined for a call of the host
 */
export function maskedBody(body: unknown, appCode: string | undefined): string | null {
  if (body === undefined || body === null) return null;
  const text = JSON.stringify(masked(body, appCode === undefined, 0));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function masked(value: unknown, ofHost: boolean, depth: number): unknown {
  if (depth > 8) return '…';
  if (Array.isArray(value)) return value.map((item) => masked(item, ofHost, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const isSecret = (key: string): boolean =>
    namesSecret(key) || SETTING.test(key) || (ofHost && FACTOR.test(key));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isSecret(key) ? MASK : masked(item, ofHost, depth + 1)]),
  );
}
