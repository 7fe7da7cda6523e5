import { expect, it } from 'vitest';
import { answerDelay, waitSeconds } from './delay.ts';
import { networkOf } from './network.ts';

it.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['192.0.2.255', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['::ffff:c000:0207', '192.0.2.0/24'],
  ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
  ['2001:db8:1:200:a:b:c:d', '2001:db8:1:200::/56'],
  ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
  ['::1', '0:0:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['', ''],
  ['no address', 'no address'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

const policy = { afterFailures: 5, firstSeconds: 1, longestSeconds: 900 };

it('a network waits after the fifth failure, doubling up to 15 minutes', () => {
  expect([1, 4, 5, 6, 7, 14, 15, 500].map((n) => waitSeconds(n, policy))).toEqual([
    0, 0, 1, 2, 4, 512, 900, 900,
  ]);
});

it('an account delays responses up to 5 s', () => {
  expect([0, 4, 5, 6, 9, 10, 10_000].map((n) => answerDelay(n, policy))).toEqual([
    0, 0, 250, 500, 4000, 5000, 5000,
  ]);
});
