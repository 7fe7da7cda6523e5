import { expect, it } from 'vitest';
import { createI18nService } from '../i18n/index.ts';
import chinese from '../i18n/messages/zh-CN.ts';
import english from '../i18n/messages/en-US.ts';
import { mount } from '@vue/test-utils';
import { useIncidentText } from './incident-text.ts';

const texts = [
  'The process held the event loop for 9.5 s while its memory grew to the limit. It was ended.',
  'The event loop was blocked for 12.3 s. The process was ended.',
  'The event loop was blocked for 863 ms.',
  'The process ran out of memory.',
  'The process was ended by SIGKILL.',
  'The process ended with code 7.',
  'The process crashed by SIGSEGV.',
  'The process ended during the load.',
  'GET /orders blocked the event loop for 900 ms, and all other requests with it',
  "The memory outside of V8's heap grew to 620 MiB, its limit. The process was ended.",
];

function words(locale: 'en-US' | 'zh-CN'): (message: string) => string {
  const { i18n } = createI18nService({ locale, catalog: {} });
  i18n.global.setLocaleMessage(locale, { shared: locale === 'zh-CN' ? chinese : english });
  let text = (message: string) => message;
  mount({ setup: () => ((text = useIncidentText()), () => null) }, { global: { plugins: [i18n] } }).unmount();
  return text;
}

it('says in Chinese what the host has written, and leaves the error of an application alone', () => {
  const text = words('zh-CN');
  expect(texts.map(text).filter((line) => /[a-z]{5}/.test(line.replace('GET /orders', '')))).toEqual([]);
  expect(text(texts[1] ?? '')).toContain('12.3');
  expect(text(texts[8] ?? '')).toMatch(/GET \/orders.*900/);
  expect(text('x is not a function')).toBe('x is not a function');
});

it('says in English what the host has written', () => {
  expect(texts.map(words('en-US'))).toEqual(texts);
});
