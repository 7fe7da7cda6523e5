import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientReader } from './client-facts.ts';

type Setting = Parameters<typeof clientReader>[0];
const read = (setting: Setting, headers: Record<string, string>, remoteAddress = '10.0.0.1') =>
  clientReader(setting)({ headers, socket: { remoteAddress } } as unknown as IncomingMessage);
const addressOf = (setting: Setting, forwarded: string, remoteAddress?: string): string =>
  read(setting, { 'x-forwarded-for': forwarded }, remoteAddress).address;

describe('findings: security 12, code C: the address of a client', () => {
  it('ignores entries that the client writes before those of proxies', () => {
    const forged = '6.6.6.6, 1.2.3.4';
    expect(addressOf(false, forged)).toBe('10.0.0.1');
    expect(addressOf(0, forged)).toBe('10.0.0.1');
    expect(addressOf([], forged)).toBe('10.0.0.1');
    expect(addressOf(true, forged)).toBe('1.2.3.4');
    expect(addressOf(1, forged)).toBe('1.2.3.4');
    expect(addressOf(2, `${forged}, 10.0.0.2`)).toBe('1.2.3.4');
    expect(addressOf(['10.0.0.0/8'], `${forged}, 10.0.0.2`)).toBe('1.2.3.4');
    expect(addressOf(['10.0.0.0/8'], `10.9.9.9, ${forged}, 10.0.0.2`)).toBe('1.2.3.4');
  });

  it("is the peer's address when the peer is not trusted", () => {
    expect(addressOf(['10.0.0.0/8', 'loopback'], '1.2.3.4', '9.9.9.9')).toBe('9.9.9.9');
    expect(addressOf(['loopback'], '1.2.3.4', '::1')).toBe('1.2.3.4');
    expect(addressOf(['loopback'], '1.2.3.4', '::ffff:127.0.0.1')).toBe('1.2.3.4');
    expect(addressOf(['uniquelocal'], '2001:db8::1', 'fd00::1')).toBe('2001:db8::1');
  });

  it('is a valid address, whatever a proxy writes', () => {
    expect(addressOf(1, 'unknown')).toBe('10.0.0.1');
    expect(addressOf(1, '')).toBe('10.0.0.1');
    expect(addressOf(1, '1.2.3.4:5678')).toBe('1.2.3.4');
    expect(addressOf(1, '[2001:db8::1]:443')).toBe('2001:db8::1');
    expect(addressOf(1, '[2001:db8::1]')).toBe('2001:db8::1');
    expect(addressOf(1, '203.0.113.195:5678')).toBe('203.0.113.195');
    for (const wrong of ['1.2.3.4:80x', 'x1.2.3.4:80', '[2001:db8::1]x', 'x[2001:db8::1]:80'])
      expect(addressOf(1, wrong)).toBe('10.0.0.1');
    expect(addressOf(1, '::ffff:203.0.113.1')).toBe('203.0.113.1');
    expect(addressOf(1, '::1:ffff:9.9.9.9')).toBe('::1:ffff:9.9.9.9');
    expect(addressOf(5, '1.2.3.4')).toBe('1.2.3.4');
    expect(addressOf(false, '', '::ffff:9.9.9.9')).toBe('9.9.9.9');
  });

  it('is secure over HTTPS of the host itself, whatever a trusted proxy says', () => {
    const socket = { remoteAddress: '10.0.0.1', encrypted: true };
    for (const headers of [{}, { 'x-forwarded-proto': 'http' }]) {
      const request = { headers, socket } as unknown as IncomingMessage;
      expect(clientReader(true)(request).secure).toBe(true);
    }
  });

  it('comes with protocol and host of a trusted proxy', () => {
    const headers = { host: 'a', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'b' };
    expect(read(false, headers)).toMatchObject({ secure: false, host: 'a' });
    expect(read(['192.168.0.0/16'], headers)).toMatchObject({ secure: false, host: 'a' });
    expect(read(true, headers)).toMatchObject({ secure: true, host: 'b' });
    const forged = { ...headers, 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'evil, b' };
    expect(read(1, forged)).toMatchObject({ secure: false, host: 'b' });
    const once = { ...forged, 'x-forwarded-for': '6.6.6.6, 1.2.3.4', 'x-forwarded-host': 'evil, worse, b' };
    expect(read(1, once)).toMatchObject({ address: '1.2.3.4', secure: false, host: 'b' });
    const twice = { ...forged, 'x-forwarded-for': '1.2.3.4, 10.0.0.2' };
    expect(read(2, twice)).toMatchObject({ address: '1.2.3.4', secure: true, host: 'evil' });
    expect(read([], headers)).toMatchObject({ secure: false, host: 'a' });
    const shouted = { ...headers, 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': ' ' };
    expect(read(true, shouted)).toMatchObject({ secure: true, host: 'a' });
  });
});
