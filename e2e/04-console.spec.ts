import { LONG, longUnless } from './support/long.ts';
import { expect, test } from './support/test.ts';

const chooser = 'Drop a package here, or choose one';

test('a package is uploaded, inspected, saved, published and listed', async ({ page, shell, platform }) => {
  await page.goto('/apps/console');
  await page.getByRole('button', { name: 'Upload a package' }).click();
  await expect(shell.heading).toHaveText('Upload a package');
  await page.getByLabel(chooser).setInputFiles(platform.packages.hello110);

  const path = page.getByRole('list', { name: 'The way into the market' }).getByRole('listitem');
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText(
    'The frontend was built as 1.0.0, but the manifest says 1.1.0.',
  );
  await expect(page.getByText('Signed', { exact: true })).toBeVisible();
  await expect(path.filter({ hasText: 'Uploaded' })).toContainText('Done');
  await page.getByRole('textbox', { name: 'Release notes' }).fill('Greets faster.');

  await page.getByRole('button', { name: 'Save Hello 1.1.0' }).click();
  await expect(path.filter({ hasText: 'Saved' })).toContainText('Done');
  await page.getByRole('button', { name: 'Publish 1.1.0' }).click();
  await expect(page.getByText('Hello 1.1.0 is published and listed.')).toBeVisible();

  await page.getByRole('button', { name: 'Show in the market' }).click();
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText('Greets faster.');
});

const refused = [
  { name: 'unsigned', says: /unsigned/i, code: 'PACKAGE_UNSIGNED' },
  { name: 'flipped', says: /signature verification failed/i, code: 'PACKAGE_SIGNATURE_INVALID' },
] as const;

for (const { name, says, code } of refused) {
  test(
    `a package that is ${name} is refused with what to do about it`,
    longUnless(name === 'unsigned'),
    async ({ page, platform, problems }) => {
      problems.provoke(/status of 4\d\d .*package\/parse/);
      await page.goto('/apps/console/upload');
      await page.getByLabel(chooser).setInputFiles(platform.packages[name]);
      const refusal = page.getByRole('alert');
      await expect(refusal).toContainText(`hello-${name}.zip was refused`);
      await expect(refusal.getByText(says).first()).toBeVisible();
      await expect(refusal.getByText('What to do').first()).toBeVisible();
      await expect(refusal.getByText(code)).toBeVisible();
      await expect(page.getByLabel(chooser)).toBeAttached();
    },
  );
}

test('what is no package is refused before it is sent', async ({ page }) => {
  await page.goto('/apps/console/upload');
  await page
    .getByLabel(chooser)
    .setInputFiles({ name: 'hello.rar', mimeType: 'application/x-rar', buffer: Buffer.from('Rar!') });
  await expect(page.getByRole('alert')).toContainText('its name does not end in .zip');
});

test(
  'before enforce is switched on: what it would refuse, who has it, and what to do; a progress until that is known',
  LONG,
  async ({ page }) => {
    await page.goto('/apps/console');
    await page.getByRole('button', { name: 'Check signatures' }).click();
    const drawer = page.getByRole('dialog', { name: 'Signatures of what is published' });
    await expect(drawer.getByRole('status')).toContainText('are signed by a trusted key');
    await expect(drawer).toContainText('This host is in the mode enforce already.');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();

    const unready = { versionId: 1, appId: 2, appCode: 'ledger', version: '1.1.0', state: 'unsigned' };
    const report = {
      ...{ mode: 'warn', ready: false, checked: 3, signed: 1, unsigned: 2, invalid: 0, unverifiable: 0 },
      truncated: false,
      versions: [
        { ...unready, installs: 2, rollbacks: 0, reason: 'The package has no signature.txt.' },
        { ...unready, versionId: 3, version: '1.0.0', installs: 0, rollbacks: 1, reason: null },
      ],
    };
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/app/console/signature-readiness', async (route) => {
      await asked;
      await route.fulfill({ json: { code: 200, msg: 'success', data: report } });
    });
    await page.getByRole('button', { name: 'Check signatures' }).click();
    await expect(drawer.getByRole('progressbar')).toBeVisible();
    answer();
    await expect(drawer.getByRole('status')).toHaveText(
      'The mode enforce would refuse 2 of 3 published versions.',
    );
    const installed = drawer.getByRole('region', { name: 'Installed', exact: true });
    await expect(installed).toContainText('These keep running after the switch');
    await expect(installed).toContainText('upgrade to that before the switch');
    await expect(installed.getByRole('listitem')).toContainText('ledger 1.1.0');
    await expect(installed.getByRole('listitem')).toContainText('2 tenants have it.');
    const offered = drawer.getByRole('region', { name: 'Offered, and not installed' });
    await expect(offered.getByRole('listitem')).toContainText('1 tenant could not roll back to it any more.');
    await expect(drawer).toContainText('This host is in the mode warn.');
  },
);
