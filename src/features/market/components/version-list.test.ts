import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import VersionList from './VersionList.vue';

const version = (number: string, change: object = {}) => ({
  ...{ version: number, packageSize: 2_048, releaseTime: '2026-11-01T00:00:00.000Z' },
  ...{ releaseNotes: null, deprecateReason: null },
  ...change,
});

it('tells which version is installed, the latest, deprecated, or failed here', async () => {
  const { page } = await mountPage(VersionList, {
    messages: { market: messages },
    props: {
      ...{ installed: '1.0.0', latest: '1.2.0', failed: { version: '1.1.0' } },
      versions: [
        version('1.2.0', { releaseNotes: 'Faster lists.' }),
        version('1.1.0'),
        version('1.0.0', { deprecateReason: 'Loses rows.' }),
      ],
    },
    http: {},
  });
  const rows = page.findAll('li').map((row) => row.get('.versions__line').text());
  expect(rows[0]).toMatch(/^1\.2\.0.*Latest/);
  expect(rows[0]).not.toContain('Installed');
  expect(rows[1]).toContain(messages.detail.failed);
  expect(rows[1]).not.toMatch(/Installed|Latest|Deprecated/);
  expect(rows[2]).toMatch(/Installed.*Deprecated/);
  const texts = page.findAll('li').map((row) => row.text());
  expect(texts[0]).toContain('Faster lists.');
  expect(texts[1]).toContain(messages.detail.noNotes);
  expect(texts[2]).toContain('Loses rows.');
  page.unmount();
});
