import { expect, it } from 'vitest';
import { linkSeconds, ObjectLinks } from './object-links.ts';

const clock = { time: 1_000_000, now: () => clock.time };
const key = {
  hmac: (purpose: string, text: string) => `${purpose}:${text}`,
  matches: (purpose: string, text: string, signature: string) => signature === `${purpose}:${text}`,
};
const links = new ObjectLinks(key as ConstructorParameters<typeof ObjectLinks>[0], clock);

function claimsOf(url: string) {
  const query = new URL(url, 'http://host').searchParams;
  const claim = (name: string): string => query.get(name) ?? '';
  return { tenant: claim('tenant'), expires: claim('expires'), signature: claim('signature') };
}

it('is valid until the second of its expiry', () => {
  clock.time = 1_000_000;
  const { url, expires } = links.create(7, '000000', 60);
  expect(expires).toBe(1_060);
  const claims = claimsOf(url);
  clock.time = 1_059_999;
  expect(() => links.assertValid('7', claims)).not.toThrow();
  clock.time = 1_060_000;
  expect(() => links.assertValid('7', claims)).toThrow(
    expect.objectContaining({ code: 'OBJECT_LINK_EXPIRED' }),
  );
});

it.each([
  ['object', '8', {}],
  ['tenant', '7', { tenant: '100001' }],
  ['end', '7', { expires: '9999999999' }],
])('is invalid with another %s', (_, ossId, change) => {
  clock.time = 1_000_000;
  const claims = { ...claimsOf(links.create(7, '000000', 60).url), ...change };
  expect(() => links.assertValid(ossId, claims)).toThrow(
    expect.objectContaining({ code: 'OBJECT_LINK_INVALID' }),
  );
});

it('lasts from one second to seven days, an hour by default', () => {
  expect(linkSeconds()).toBe(3_600);
  expect(linkSeconds(1)).toBe(1);
  expect(linkSeconds(604_800)).toBe(604_800);
  for (const seconds of [0, 1.5, 604_801, -1, Number.NaN]) {
    expect(() => linkSeconds(seconds)).toThrow(expect.objectContaining({ code: 'LINK_DURATION_INVALID' }));
  }
});
