const SECRET = /password|passwd|secret|token|credential|authorization|privatekey|accesskey|configvalue/i;
/** Bodies of the host, none of which has another `code` than that of a second factor. */
const SECRET_OF_HOST = new RegExp(`^code$|${SECRET.source}`, 'i');
const MASK = '******';
const LONGEST = 4000;

/**
 * The body of an audited call as text for the operation log: secrets masked, long ones cut.
 *
 * @param appCode undefined for a call of the host
 */
export function maskedBody(body: unknown, appCode: string | undefined): string | null {
  if (body === undefined || body === null) return null;
  const text = JSON.stringify(masked(body, appCode === undefined ? SECRET_OF_HOST : SECRET, 0));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function masked(value: unknown, secret: RegExp, depth: number): unknown {
  if (depth > 8) return '…';
  if (Array.isArray(value)) return value.map((item) => masked(item, secret, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      secret.test(key) ? MASK : masked(item, secret, depth + 1),
    ]),
  );
}
