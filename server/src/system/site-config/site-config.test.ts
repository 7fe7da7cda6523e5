import { describe, expect, it } from 'vitest';
import { BASE_PROPERTIES } from '../config/site-properties.ts';
import { siteConfig } from './site-config.ts';

describe('spec: Generic site-config endpoint', () => {
  it('spec: Generic site-config endpoint/returns the 8 base properties, null where nothing is set', () => {
    const config = siteConfig('hello', [{ key: 'hello.logo', value: '/upload/logo.png' }]);
    expect(Object.keys(config)).toEqual([...BASE_PROPERTIES, 'settings']);
    expect(BASE_PROPERTIES).toHaveLength(8);
    expect(config).toMatchObject({ logo: '/upload/logo.png', favicon: null, settings: {} });
  });

  it('spec: Generic site-config endpoint/puts every other key into settings, prefix removed, value unchanged', () => {
    const { settings } = siteConfig('hello', [
      { key: 'hello.theme.color', value: ' #fff ' },
      { key: 'hello.json', value: '{"a":1}' },
      { key: 'hello.name', value: 'Hello' },
      { key: 'hello.', value: 'nothing' },
      { key: 'helloworld.x', value: 'no' },
      { key: 'other.x', value: 'no' },
    ]);
    expect(settings).toEqual({ 'theme.color': ' #fff ', json: '{"a":1}' });
  });

  it('accepts names of built-in object properties', () => {
    const { settings } = siteConfig('hello', [
      { key: 'hello.__proto__', value: 'p' },
      { key: 'hello.constructor', value: 'c' },
    ]);
    expect(Object.getPrototypeOf(settings)).toBe(Object.prototype);
    expect(Object.entries(settings)).toEqual([
      ['__proto__', 'p'],
      ['constructor', 'c'],
    ]);
  });
});
