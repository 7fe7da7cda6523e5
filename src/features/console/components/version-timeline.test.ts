import type { NotedVersion } from '@platform/host-api';
import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import FindingList from './FindingList.vue';
import VersionTimeline from './VersionTimeline.vue';

const version = (change: Partial<NotedVersion>) =>
  ({
    ...{ versionId: 1, version: '1.0.0', status: 1, signatureState: 'signed', publisher: 'admin' },
    ...{ releaseNotes: null, deprecateReason: null, warnings: [], packageSize: 2_048 },
    ...{ releaseTime: '2026-11-01T00:00:00.000Z', createTime: '2026-10-01T00:00:00.000Z' },
    packageSha256: '0123456789abcdef',
    ...change,
  }) as Partial<NotedVersion> as NotedVersion;

it('design 8.3: tells of each version its state, who published it, and what the inspector noted', async () => {
  const warning = { code: 'NO_ICON', message: 'It has no icon.', fix: 'Add one.' };
  const { page } = await mountPage(VersionTimeline, {
    messages: { console: messages },
    props: {
      latest: '1.1.0',
      actionsOf: () => [],
      versions: [
        version({ versionId: 3, version: '1.2.0', status: 0, releaseTime: null, publisher: null }),
        version({ versionId: 2, version: '1.1.0', releaseNotes: 'Faster.', warnings: [warning] }),
        version({ deprecateReason: 'Loses rows.' }),
      ],
    },
    http: {},
  });
  const [pending, latest, old] = page.findAll('.versions > li').map((row) => row.text());
  expect(pending).toContain(messages.detail.saved);
  expect(pending).not.toContain('admin');
  expect(pending).not.toContain(messages.detail.latest);
  expect(latest).toContain(messages.detail.published);
  expect(latest).toContain(messages.detail.latest);
  expect(latest).toMatch(/Faster\..*It has no icon\..*admin.*2 kB.*0123456789ab/s);
  expect(latest).not.toContain('0123456789abc');
  expect(old).toContain('Loses rows.');
  expect(page.findAll('details')).toHaveLength(1);
  page.unmount();
});

it('groups findings by severity, each with its place and what to do', async () => {
  const finding = { code: 'X', message: 'It is wrong.', severity: 'warning' };
  const { page } = await mountPage(FindingList, {
    messages: { console: messages },
    props: {
      findings: [
        { ...finding, code: 'A' },
        { ...finding, code: 'B', severity: 'error', fix: 'Mend it.', entry: 'app.json', pointer: '/name' },
        { ...finding, code: 'C', severity: 'error', pointer: '/code' },
      ],
    },
    http: {},
  });
  const [errors, warnings] = page.findAll('section');
  expect(errors?.attributes('aria-label')).toBe(messages.finding.error);
  expect(errors?.get('h3').text()).toMatch(/2$/);
  expect(
    errors?.findAll('.findings__place').map((place) => place.findAll('code').map((code) => code.text())),
  ).toEqual([['app.json', '/name'], ['/code']]);
  expect(errors?.text()).toContain('Mend it.');
  expect(warnings?.find('.findings__place').exists()).toBe(false);
  expect(warnings?.find('strong').exists()).toBe(false);
  expect(page.find('.findings__details').exists()).toBe(false);
  page.unmount();
});
