import { isIP } from 'node:net';

/**
 * The network of an address, as one household or company has it: IPv4 /24, IPv6 /56. An IPv4
 * address that is mapped into IPv6 counts as IPv4. (design 9.8-63)
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(plain)?.[1];
  if (ipv4) return `${ipv4}.0/24`;
  if (isIP(plain) !== 6) return address;
  const groups = groupsOf(plain).map((group) => Number.parseInt(group, 16));
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const high = groups[6] ?? 0;
    return `${high >> 8}.${high & 255}.${(groups[7] ?? 0) >> 8}.0/24`;
  }
  const kept = [...groups.slice(0, 3), (groups[3] ?? 0) & 0xff00];
  return `${kept.map((group) => group.toString(16)).join(':')}::/56`;
}

/** The eight groups of an IPv6 address, `::` written out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}
