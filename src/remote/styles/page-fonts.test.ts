import { afterEach, expect, it } from 'vitest';
import { fontsOfPage } from './page-fonts.ts';

afterEach(() => document.documentElement.removeAttribute('style'));

it('design 9.7-48: finds the families of the shell’s texts', () => {
  document.documentElement.style.setProperty('--font-sans', `"Segoe UI", Inter , 'PingFang SC', sans-serif`);
  expect(fontsOfPage(document)).toEqual(new Set(['segoe ui', 'inter', 'pingfang sc', 'sans-serif']));
});
