import { isLongRun } from '@platform/package-format/testing';
import { violationsIn } from './support/accessibility.ts';
import { checkedDialogs } from './support/dialogs.ts';
import { expect, test } from './support/test.ts';
import { expectFits, phone, settle } from './support/visual.ts';

test.beforeAll(async ({ operator, platform }) => {
  await operator.offer('hello', '1.1.0', platform.packages.hello110);
  for (const code of ['hello', 'member']) await operator.ensure(code);
  // Somebody else's record: nobody resets or removes their own.
  await operator.api.post('/system/user', { userName: 'reader', nickName: 'Reader' }).catch(() => undefined);
});
test.afterAll(async ({ operator }) => {
  const users = await operator.api.get<Array<{ userId: number; userName: string }>>('/system/user/list');
  const reader = users.find(({ userName }) => userName === 'reader');
  if (reader) await operator.api.delete(`/system/user/${reader.userId}`);
});

for (const { name, path, via, opener, item, details } of checkedDialogs) {
  test(
    `${name}: opened by keyboard, accessible, fits a phone, and Escape gives the focus back`,
    details,
    async ({ page }) => {
      await page.goto(path);
      if (via) await page.getByRole('main').getByRole('link', { name: via }).click();
      await settle(page);
      const from = opener(page);
      const open = async (): Promise<void> => {
        await from.focus();
        await page.keyboard.press('Enter');
        if (item) {
          await page.getByRole('menuitem', { name: item }).focus();
          await page.keyboard.press('Enter');
        }
      };
      await open();
      const dialog = page.getByRole('dialog').filter({ visible: true });
      await expect(dialog).toBeVisible();
      await expect
        .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
        .toBe(true);
      expect.soft(await violationsIn(page, '[role=dialog], dialog[open]'), 'light').toEqual([]);
      if (isLongRun) {
        await page.emulateMedia({ colorScheme: 'dark' });
        await settle(page);
        expect
          .soft(await violationsIn(page, '[role=dialog], dialog[open]', ['color-contrast']), 'dark')
          .toEqual([]);
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(from).toBeFocused();

      await open();
      await expect(dialog).toBeVisible();
      await page.setViewportSize(phone);
      await settle(page);
      await expectFits(page);
      // The drawer may take the window's width in a later frame than the one awaited above.
      const fits = async (): Promise<boolean> => {
        const { x = -1, width = 999 } = (await dialog.boundingBox()) ?? {};
        return x >= 0 && x + width <= phone.width;
      };
      await expect.poll(fits, { message: 'the dialog is inside of the window' }).toBe(true);
    },
  );
}

for (const { name, path, via, opener, item, details } of checkedDialogs.filter(({ form }) => form)) {
  test(
    `findings: interface 5, 9: ${name}: begins in its first field, and asks before it loses what was typed`,
    details,
    async ({ page }) => {
      await page.goto(path);
      if (via) await page.getByRole('main').getByRole('link', { name: via }).click();
      await settle(page);
      await opener(page).click();
      if (item) await page.getByRole('menuitem', { name: item }).click();
      const form = page.getByRole('dialog').filter({ has: page.locator('form'), visible: true });
      // Until it has opened, the library's own choice has the focus.
      const field = form.locator('input:focus, textarea:focus');
      await expect(field).toBeEditable();
      await page.keyboard.press('End');
      await page.keyboard.type('x');
      await expect(field).toHaveValue(/x$/);
      const question = page.getByRole('dialog', {
        name: /^(\w+: )?Discard what you have (typed|entered)\?$/,
      });
      await page.keyboard.press('Escape');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toBeHidden();
      await expect(form).toBeVisible();
      await form.getByRole('button', { name: 'Close this dialog' }).click();
      await question.getByRole('button', { name: /^Discard/ }).click();
      await expect(form).toBeHidden();
    },
  );
}
