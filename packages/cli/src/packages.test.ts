import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startFakeHost } from './testing/fake-host.ts';

let host: Awaited<ReturnType<typeof startFakeHost>>;
let file: string;
const finding = { severity: 'warning', code: 'NO_ICON', message: 'It has no icon.', fix: 'Add icon.svg.' };

beforeEach(async () => {
  host = await startFakeHost();
  host.login();
  file = join(host.home, 'notes.zip');
  writeFileSync(file, 'zip');
  host.answers['POST /app/package/parse'] = {
    ...{ appCode: 'notes', version: '1.2.0', name: 'Notes', packageSize: 1_025 },
    ...{ packageUrl: '/p', packageSha256: 'aa', securityNote: 'It is not signed.', findings: [finding] },
  };
  host.answers['POST /app/version'] = { appId: 1, versionId: 2, status: 0, packageSha256: 'aa' };
});
afterEach(() => host.stop());

it('uploads a package and tells what the host found, publishing nothing', async () => {
  const { out } = await host.run('upload', file);
  expect(stripVTControlCharacters(out).split('\n')).toEqual([
    'notes 1.2.0 (Notes), 2 kB, sha256 aa',
    '  It is not signed.',
    '  warning NO_ICON  It has no icon.',
    '          Add icon.svg.',
  ]);
  expect(host.requests).toEqual(['POST /app/package/parse']);
  expect(host.bodies['POST /app/package/parse']).toContain('filename="notes.zip"');
});

it.each(['upload', 'publish'])('%s asks no host where there is no such file', async (command) => {
  for (const missing of [`${file}x`, host.home]) {
    const { exit, err } = await host.run(command, missing);
    expect([exit, err]).toEqual([2, expect.stringContaining('PACKAGE_FILE_MISSING')]);
  }
  expect(host.requests).toEqual([]);
});

it('publishes in the order of the lifecycle, with the release notes', async () => {
  const { out, err } = await host.run('publish', file, '--notes', 'Faster.');
  expect(out).toBe('Published notes 1.2.0, in the market.');
  expect(stripVTControlCharacters(err).split('\n')).toEqual([
    ...['  ✓ uploaded', '  warning NO_ICON  It has no icon.', '          Add icon.svg.'],
    ...['  ✓ saved', '  ✓ published', '  ✓ listed'],
  ]);
  expect(host.bodies['POST /app/version']).toEqual({
    ...{ packageUrl: '/p', packageSha256: 'aa', releaseNotes: 'Faster.' },
  });
  expect(host.requests).toEqual([
    ...['POST /app/package/parse', 'POST /app/version', 'POST /app/version/2/publish'],
    'POST /app/console/1/status?status=1',
  ]);
});

it('publishes without listing the application', async () => {
  expect((await host.run('publish', file, '--no-list')).out).toBe('Published notes 1.2.0.');
  expect(host.requests).toHaveLength(3);
});

it('tells that the same content was published before', async () => {
  host.answers['POST /app/version'] = { appId: 1, versionId: 2, status: 1, packageSha256: 'aa' };
  expect((await host.run('publish', file)).out).toBe(
    'notes 1.2.0 was published before, with the same content, in the market.',
  );
  expect(host.requests).not.toContain('POST /app/version/2/publish');
});

it.each([
  ['installs it where it is not installed', [], 'install'],
  ['upgrades what is installed', [{ installId: 3, appCode: 'notes', status: 1 }], 'upgrade'],
  ['installs it again after a failed installation', [{ installId: 3, status: 9 }], 'install'],
])('publish --install %s', async (_case, installed, kind) => {
  host.answers['GET /app/install/list'] = installed;
  host.answers['POST /app/install'] = { taskId: 7 };
  host.answers['POST /app/install/3/upgrade'] = { taskId: 7 };
  host.answers['GET /app/task/7'] = { taskId: 7, kind, status: 'succeeded', steps: [] };
  expect((await host.run('publish', file, '--install')).out).toContain(`Done: ${kind}.`);
  const path = kind === 'install' ? 'POST /app/install' : 'POST /app/install/3/upgrade';
  expect(host.bodies[path]).toMatchObject({ version: '1.2.0' });
});
