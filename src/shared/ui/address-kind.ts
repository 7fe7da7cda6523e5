/** Where an address lies, as far as the address itself says. */
export type AddressKind = 'loopback' | 'private' | 'public';

/** @returns undefined where the text is no address */
export function addressKind(address: string): AddressKind | undefined {
  const text = address.toLowerCase().replace(/^::ffff:(?=\d)/, '');
  const parts = /^\d{1,3}(\.\d{1,3}){3}$/.test(text) ? text.split('.').map(Number) : undefined;
  if (parts) return parts.every((part) => part < 256) ? kindOfFour(parts) : undefined;
  if (!/^[0-9a-f:]*:[0-9a-f:]*$/.test(text)) return undefined;
  if (text === '::1') return 'loopback';
  // Unique local fc00::/7 and link-local fe80::/10.
  return /^(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/.test(text) ? 'private' : 'public';
}

function kindOfFour([first = 0, second = 0]: readonly number[]): AddressKind {
  if (first === 127) return 'loopback';
  const isPrivate =
    first === 10 ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254) ||
    // Shared by customers of a provider.
    (first === 100 && second >= 64 && second < 128);
  return isPrivate ? 'private' : 'public';
}
