import { readFileSync } from 'node:fs';
import { Keyboard } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';
import { LONG } from './support/long.ts';

test(
  'design 8.4: a version is published, upgraded to and rolled back by keyboard alone',
  LONG,
  async ({ page, shell, platform, operator }) => {
    await operator.ensure('hello', '1.0.0');
    const keyboard = new Keyboard(page);
    const main = page.getByRole('main');
    // From the start: a chooser that opens before the browser knows of a listener is lost.
    page.on('filechooser', () => undefined);

    await page.goto('/apps/console/upload');
    await keyboard.tabTo(page.getByLabel('Drop a package here, or choose one'));
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Space');
    const buffer = readFileSync(platform.packages.hello110);
    await (await chooser).setFiles({ name: 'hello-1.1.0.zip', mimeType: 'application/zip', buffer });
    await keyboard.press(main.getByRole('button', { name: 'Save Hello 1.1.0' }));
    await keyboard.press(main.getByRole('button', { name: 'Publish 1.1.0' }));
    await expect(page.getByText('Hello 1.1.0 is published and listed.')).toBeVisible();

    await page.goto('/apps/installed/hello');
    for (const [action, title, version] of [
      ['Upgrade to 1.1.0', 'Upgrade Hello to 1.1.0', '1.1.0'],
      ['Roll back to 1.0.0', /^Roll/, '1.0.0'],
    ] as const) {
      await keyboard.press(main.getByRole('button', { name: action }));
      const panel = shell.dialog(title);
      await keyboard.expectWithin(panel);
      await keyboard.press(panel.getByRole('button', { name: action }));
      await expect(panel.getByText(/^Done: /)).toBeVisible();
      await keyboard.expectWithin(panel);
      expect((await operator.find('hello'))?.version).toBe(version);
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
    }
  },
);

test(
  'design 15.7: another tenant gets a name and an accent by keyboard alone',
  LONG,
  async ({ page, operator }) => {
    const tenant = {
      tenantId: 'e2e-look',
      name: 'Look',
      adminUserName: 'boss',
      adminPassword: 'Once-upon-9',
    };
    await operator.api.post('/system/tenant', tenant);
    const keyboard = new Keyboard(page);
    const main = page.getByRole('main');
    await page.goto('/system/tenants/e2e-look');
    await keyboard.press(main.getByRole('button', { name: 'More actions: Look' }));
    await page.keyboard.press('l');
    await expect(page.getByRole('menuitem', { name: 'Look into it' })).toBeFocused();
    await page.keyboard.press('Enter');
    await keyboard.press(page.getByRole('dialog').getByRole('button', { name: 'Look into Look' }));
    await keyboard.press(page.getByRole('button', { name: 'Allow changes' }));
    await expect(page.getByRole('button', { name: 'Forbid changes' })).toBeVisible();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('site');
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(/site/i);
    await page.keyboard.press('Enter');
    await keyboard.type(main.getByRole('textbox', { name: 'Name', exact: true }), 'Aviary');
    await keyboard.tabTo(main.getByRole('textbox', { name: /^Colour of the accent/ }));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('#0f766e');
    await keyboard.press(main.getByRole('button', { name: 'Save changes' }));
    await expect(page.getByText(/^The site is saved/)).toBeVisible();
    await keyboard.press(page.getByRole('button', { name: 'Leave', exact: true }));
  },
);
