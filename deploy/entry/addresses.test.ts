import { describe, expect, it } from 'vitest';
import { addressOf, cacheAddressOf, cacheUrl, withoutLogin } from './addresses.ts';
import { Fields } from './fields.ts';

const from = 'A';

describe('an address', () => {
  it.each([
    ['db', { host: 'db', port: undefined, from }],
    ['db.internal.example:5433', { host: 'db.internal.example', port: 5433, from }],
    ['10.0.0.5:3306', { host: '10.0.0.5', port: 3306, from }],
    ['::1', { host: '::1', port: undefined, from }],
    ['[::1]', { host: '::1', port: undefined, from }],
    ['[fd00::5]:3307', { host: 'fd00::5', port: 3307, from }],
  ])('is read from %s', (value, address) => {
    const fields = new Fields({});
    expect(addressOf({ name: from, value }, fields)).toEqual(address);
    expect(fields.problems).toEqual([]);
  });

  it.each(['mysql://db:3306', 'root@db', 'db:3306/platform', ':3306', 'a b', '[db]:3306', 'db:'])(
    'is not read from %s',
    (value) => {
      const fields = new Fields({});
      expect(addressOf({ name: from, value }, fields)).toBeUndefined();
      expect(fields.problems).toHaveLength(1);
      expect(fields.problems[0]).toMatch(/^A /);
    },
  );
});

describe('the address of a cache', () => {
  const read = (value: string) => cacheAddressOf({ name: from, value }, new Fields({}));

  it.each([
    ['cache', 'redis://cache:6379/0'],
    ['cache:7000', 'redis://cache:7000/0'],
    ['::1', 'redis://[::1]:6379/0'],
    ['redis://cache', 'redis://cache:6379/0'],
    ['rediss://user@cache:6380/3', 'rediss://user@cache:6380/3'],
    ['redis://:p%40%23@cache/1?family=6', 'redis://:p%40%23@cache:6379/1?family=6'],
    ['redis://[fd00::5]:7000', 'redis://[fd00::5]:7000/0'],
  ])('of %s is %s', (value, url) => {
    expect(cacheUrl(read(value)!)).toBe(url);
  });

  it.each([
    'http://cache:6379',
    'redis://',
    'redis://:p%zz@cache',
    // These would be other hosts.
    'redis://user:12#3@cache',
    'redis://user:p/w@cache',
  ])('is not read from %s', (value) => {
    expect(read(value)).toBeUndefined();
  });

  it('carries any password encoded', () => {
    const password = ` "$p#a's:s@/w?o%r&d\\\u00f6 `;
    const url = cacheUrl({ host: 'cache', user: 'a b', password, from });
    expect(decodeURIComponent(new URL(url).password)).toBe(password);
    expect(read(url)).toMatchObject({ user: 'a b', password, host: 'cache' });
  });
});

it('an address is printed without user, password and query', () => {
  expect(withoutLogin('amqp://user:secret@rabbit:5672/')).toBe('amqp://rabbit:5672');
  expect(withoutLogin('rediss://:secret@cache:6379/0?password=secret')).toBe('rediss://cache:6379/0');
  expect(withoutLogin('user:secret@rabbit')).not.toContain('secret');
});
