import type { Page } from '@playwright/test';
import { HelloPage } from './support/hello-page.ts';
import { KeptPage } from './support/kept-page.ts';
import { Shell } from './support/shell.ts';
import { takePicture } from './support/presentable.ts';
import { expect, test } from './support/test.ts';
import { LONG } from './support/long.ts';

/** Another administrator, in a browser of their own. */
const other = test.extend<{ colleague: { page: Page; shell: Shell } }, { keptColleague: KeptPage }>({
  keptColleague: [
    async ({ browser, platform }, use) => {
      const kept = await KeptPage.open(browser, platform.frontend, 'en-US');
      await use(kept);
      await kept.page.context().close();
    },
    { scope: 'worker' },
  ],
  colleague: async ({ keptColleague, operator: { session }, viewport }, use) => {
    const page = await keptColleague.renew({ session, viewport });
    await use({ page, shell: new Shell(page) });
  },
});

other.beforeEach(async ({ operator, platform, problems }) => {
  // Package 1.1.0 is package 1.0.0 with another number. Its frontend still reports 1.0.0, so the
  // shell warns.
  problems.provoke(/^uncaught: hello: load/);
  await operator.renew('hello', '1.0.0');
  await operator.offer('hello', '1.1.0', platform.packages.hello110);
});

async function upgradeHello(page: Page, shell: Shell): Promise<void> {
  await page.goto('/apps/installed/hello');
  await page.getByRole('button', { name: 'Upgrade to 1.1.0' }).click();
  const panel = shell.dialog('Upgrade Hello to 1.1.0');
  await panel.getByRole('button', { name: 'Upgrade to 1.1.0' }).click();
  await expect(panel.getByText(/^Done: /)).toBeVisible();
}

other(
  'hello is upgraded by another while its form is half filled: nothing is lost, and the update is offered',
  async ({ page, shell, colleague }) => {
    const hello = new HelloPage(page);
    await hello.open();
    const loadedAt = await shell.loadedAt();
    const form = await hello.add();
    const title = form.getByRole('textbox', { name: 'Title' });
    await title.fill('Half a sen');
    await form.getByRole('textbox', { name: 'Remark' }).fill('Not yet finished');

    await upgradeHello(colleague.page, colleague.shell);

    const notice = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: 'Hello 1.1.0 is installed.' });
    await expect(notice).toBeVisible();
    await expect(page.getByRole('img', { name: 'An update is available' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Unsaved input' })).toBeVisible();
    await takePicture(page, 'live-update-kept');

    // The form continues where it was, and can still be saved.
    await expect(title).toHaveValue('Half a sen');
    await title.press('End');
    await title.pressSequentially('tence');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(hello.row('Half a sentence')).toContainText('Not yet finished');

    await notice.getByRole('button', { name: 'Update now' }).click();
    await expect(notice).toBeHidden();
    await expect(page.getByRole('img', { name: 'An update is available' })).toBeHidden();
    await expect(hello.row('Half a sentence')).toBeVisible();
    expect(await shell.loadedAt()).toBe(loadedAt);
    expect(await hello.loadedVersions()).toContain('1.1.0');
  },
);

other(
  '"Update now" over a form that is being filled asks before it is lost',
  LONG,
  async ({ page, shell, colleague }) => {
    const hello = new HelloPage(page);
    await hello.open();
    const form = await hello.add();
    await form.getByRole('textbox', { name: 'Title' }).fill('Keep me');
    await upgradeHello(colleague.page, colleague.shell);
    const update = page.getByRole('button', { name: 'Update now' });
    await update.click();
    const question = shell.dialog('Update and discard your input?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Keep me');
    await update.click();
    await question.getByRole('button', { name: 'Update now' }).click();
    await expect(form).toBeHidden();
    await expect(hello.rows.first()).toBeVisible();
  },
);

other(
  'a list that nobody typed in is upgraded at once, without a reload of the page',
  LONG,
  async ({ page, shell, colleague }) => {
    const hello = new HelloPage(page);
    await hello.open();
    const loadedAt = await shell.loadedAt();
    await upgradeHello(colleague.page, colleague.shell);
    await expect.poll(() => hello.loadedVersions()).toContain('1.1.0');
    await expect(hello.rows.first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Update now' })).toBeHidden();
    expect(await shell.loadedAt()).toBe(loadedAt);
  },
);

other(
  'menus follow what another installs and removes; the page that has gone says so',
  async ({ page, shell, operator }) => {
    const hello = new HelloPage(page);
    await hello.open();
    const loadedAt = await shell.loadedAt();
    await operator.remove('hello');
    await expect(shell.directory('Hello')).toBeHidden();
    await expect(page.getByRole('main').getByText('Hello is not available to you.')).toBeVisible();
    await expect(page.getByRole('img', { name: 'No longer available' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Open pages' })).toContainText('Items');
    await takePicture(page, 'live-gone');

    await operator.ensure('hello', '1.1.0');
    await expect(shell.directory('Hello')).toBeVisible();
    await expect(hello.rows.first()).toBeVisible();
    await expect(page.getByRole('img', { name: 'No longer available' })).toBeHidden();
    expect(await shell.loadedAt()).toBe(loadedAt);
  },
);

other(
  'what is typed in an application that is removed stays to be copied',
  LONG,
  async ({ page, shell, operator }) => {
    const hello = new HelloPage(page);
    await hello.open();
    const form = await hello.add();
    await form.getByRole('textbox', { name: 'Title' }).fill('Worth keeping');
    await operator.remove('hello');
    await expect(shell.directory('Hello')).toBeHidden();
    await expect(page.getByText('Hello is no longer available.')).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Worth keeping');
  },
);

other(
  'closing the panel of an operation that runs does not leave the menus stale',
  LONG,
  async ({ page, shell, operator }) => {
    await operator.remove('hello');
    await page.goto('/market/hello');
    await expect(shell.directory('Hello')).toBeHidden();
    await page
      .getByRole('button', { name: /^Install / })
      .first()
      .click();
    const panel = page.getByRole('dialog').filter({ hasText: 'Hello' });
    await panel.getByRole('button', { name: /^Install / }).click();
    await page.keyboard.press('Escape');
    await expect(shell.directory('Hello')).toBeVisible();
  },
);

other('the view of a menu is fetched when the pointer comes near', LONG, async ({ page, shell }) => {
  await page.goto('/apps/tasks');
  await shell.directory('Hello').click();
  const entry = page.waitForRequest(/remote-apps\/hello\/index\.js/);
  await shell.link('Items').hover();
  await entry;
  await expect(shell.heading).toHaveText('Tasks');
});
