import type { OfferedVersion } from '@platform/host-api';
import { mount } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { createI18n } from 'vue-i18n';
import messages from '../i18n/en-US.ts';
import ChangeLog from './ChangeLog.vue';

const version = (number: string, releaseNotes: string | null): OfferedVersion => ({
  versionId: Number(number.replaceAll('.', '')),
  version: number,
  status: 1,
  releaseTime: null,
  releaseNotes,
  packageSize: 1,
  signatureState: 'signed',
  deprecateReason: null,
});

it('findings: interface 20; shows the notes of all versions between as one list, as Markdown', async () => {
  const versions = [
    version('1.9.0', 'Before'),
    version('1.10.0', null),
    version('1.11.0', '- **Faster** lists\n- <b>no HTML</b>'),
    version('2.0.0', 'Later'),
  ];
  const i18n = createI18n({ legacy: false, locale: 'en-US', messages: { 'en-US': { market: messages } } });
  const log = mount(ChangeLog, {
    props: { versions, installed: '1.9.0', offered: '1.11.0' },
    global: { plugins: [i18n] },
  });
  expect(log.findAll('dt').map((term) => term.text())).toEqual(['1.11.0', '1.10.0']);
  await vi.waitFor(() => expect(log.findAll('dd li')).toHaveLength(2));
  expect(log.find('dd strong').text()).toBe('Faster');
  expect(log.find('dd b').exists()).toBe(false);
  expect(log.findAll('dd')[1]?.text()).toBe('No release notes.');
});
