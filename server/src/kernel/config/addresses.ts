/** Stands where a secret would. */
export const MASK = '******';

/** Whether a text is an address with a host and one of these schemes. */
export function isAddress(text: string, schemes: readonly string[]): boolean {
  const address = URL.parse(text);
  // A password with a # that is not encoded leaves its rest behind.
  if (!address?.hostname || address.hash !== '') return false;
  return schemes.includes(address.protocol.slice(0, -1));
}

/**
 * An address without what may be secret in it: all but scheme, host and port. It may be wrong:
 * a password may have any character, and its host may be missing.
 */
export function maskedAddress(text: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0] ?? '';
  const rest = text.slice(scheme.length);
  const at = rest.lastIndexOf('@');
  const [, place = '', after = ''] = /^([^?#]*)(.*)$/s.exec(rest.slice(at + 1)) ?? [];
  const [, host = '', port = '', path = ''] = /^(\[[^\]]*\]|[^:/]*)(:[^/]*)?(.*)$/s.exec(place) ?? [];
  // A password whose host is missing stands where the port would.
  const isPort = host !== '' && /^:\d{1,5}$/.test(port);
  const shownPort = port === '' || isPort ? port : `:${MASK}`;
  // Without scheme, login and port, it may be a password in the wrong field.
  if (scheme === '' && at < 0 && !isPort && port === '') return MASK;
  return `${scheme}${at < 0 ? '' : `${MASK}@`}${host}${shownPort}${path.length > 1 ? `/${MASK}` : path}${after && `${after[0]}${MASK}`}`;
}

/** User and password of an address. */
const USER_INFORMATION = /([a-z][a-z0-9+.-]*:\/\/)[^/\s"']*@/gi;

/** A text without user and password of the addresses in it. */
export const withoutLogins = (text: string): string => text.replaceAll(USER_INFORMATION, `$1${MASK}@`);
