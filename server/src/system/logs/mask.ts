const SECRET = /password|passwd|secret|token|credential|authorization|privatekey|accesskey|configvalue/i;
const MASK = '******';
const LONGEST = 4000;

/** The body of an audited call as text for the operation log: secrets masked, long ones cut. */
export function maskedBody(body: unknown): string | null {
  if (body === undefined || body === null) return null;
  const text = JSON.stringify(masked(body, 0));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function masked(value: unknown, depth: number): unknown {
  if (depth > 8) return '…';
  if (Array.isArray(value)) return value.map((item) => masked(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, SECRET.test(key) ? MASK : masked(item, depth + 1)]),
  );
}
