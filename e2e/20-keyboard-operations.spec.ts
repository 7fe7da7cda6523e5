import { readFileSync } from 'node:fs';
import { Keyboard } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

test('design 8.4: a version is published, upgraded to and rolled back by keyboard alone', async ({
  page,
  shell,
  platform,
  operator,
}) => {
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
});
