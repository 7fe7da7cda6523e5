// @vitest-environment node
import { expect, it } from 'vitest';
import { addressKind } from './address-kind.ts';

it.each([
  ['127.0.0.1', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['10.2.3.4', 'private'],
  ['172.16.0.1', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.1.7', 'private'],
  ['169.254.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12:3456::1', 'private'],
  ['fe80::1', 'private'],
  ['8.8.8.8', 'public'],
  ['2001:db8::1', 'public'],
  ['300.1.1.1', undefined],
  ['somewhere', undefined],
  ['', undefined],
])('design 12: %s lies in a place: %s', (address, kind) => expect(addressKind(address)).toBe(kind));
