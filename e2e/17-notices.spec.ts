import { violationsOf } from './support/accessibility.ts';
import { takePicture } from './support/presentable.ts';
import { expect, test } from './support/test.ts';
import { expectFits } from './support/visual.ts';
import { LONG } from './support/long.ts';

test.beforeEach(async ({ operator }) => {
  await operator.ensure('hello');
  const notices = await operator.api.get<Array<{ noticeId: number }>>('/system/message/list?pageSize=200');
  const ids = notices.map(({ noticeId }) => noticeId).join(',');
  if (ids !== '') await operator.api.delete(`/system/message/${ids}`);
});

test('what an application tells arrives at the bell while the page is open, by a message, a listener and a notice', async ({
  page,
  shell,
  operator,
}) => {
  await page.goto('/');
  const bell = page.getByRole('button', { name: /^Notices/ });
  await expect(bell).toHaveAccessibleName('Notices');

  await operator.api.post('/hello/demo/message/greet', { name: 'Ada' });
  await expect(bell).toHaveAccessibleName('Notices, 1 unread');

  // By the keyboard alone.
  await bell.focus();
  await page.keyboard.press('Enter');
  const panel = shell.dialog('Notices');
  await expect(panel.getByRole('link', { name: 'Hello, Ada!' })).toBeVisible();
  await takePicture(page, 'notices');
  expect(await violationsOf(page)).toEqual([]);

  await panel.getByRole('link', { name: 'Hello, Ada!' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/hello\/demo$/);
  await expect(panel).toBeHidden();
  await expect(bell).toHaveAccessibleName('Notices');
});

test(
  'a notice that is removed is gone, on a phone and in the dark as well',
  LONG,
  async ({ page, shell, operator }) => {
    await page.setViewportSize({ width: 360, height: 720 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await operator.api.post('/system/message', {
      to: 'tenant',
      title: 'Maintenance on Sunday',
      level: 'warning',
    });
    await page.goto('/');
    await page.getByRole('button', { name: /^Notices/ }).click();
    const panel = shell.dialog('Notices');
    const notice = panel.getByRole('listitem').filter({ hasText: 'Maintenance on Sunday' });
    await expect(notice).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await expectFits(page);
    await notice
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(notice).toHaveCount(0);
    await expect(panel.getByText('No notices')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Notices/ })).toBeFocused();
  },
);

test(
  'design 15.7: the bell counts only what the person wants of an application',
  LONG,
  async ({ page, shell, operator }) => {
    await operator.api.post('/hello/demo/message/greet', { name: 'Bob' });
    await page.goto('/');
    const bell = page.getByRole('button', { name: /^Notices/ });
    await expect(bell).toHaveAccessibleName('Notices, 1 unread');
    await bell.click();
    const panel = shell.dialog('Notices');
    await panel.getByRole('link', { name: 'Notification preferences' }).click();
    const ofHello = page.getByRole('group', { name: 'Notices of Hello' });
    await ofHello.getByRole('button', { name: 'Warnings and errors' }).click();
    await expect(bell).toHaveAccessibleName('Notices');
    await takePicture(page, 'notice-preferences');
    expect(await violationsOf(page)).toEqual([]);
    await bell.click();
    await expect(panel.getByRole('listitem').filter({ hasText: 'Hello, Bob!' })).toContainText('Unread');
    await page.keyboard.press('Escape');
    await ofHello.getByRole('button', { name: 'All' }).click();
    await expect(bell).toHaveAccessibleName('Notices, 1 unread');
  },
);
