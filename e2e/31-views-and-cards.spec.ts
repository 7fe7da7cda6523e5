import { violationsOf } from './support/accessibility.ts';
import { takePicture } from './support/presentable.ts';
import { expect, test } from './support/test.ts';
import { settle } from './support/visual.ts';

test('design 15.2, 15.3: views of lists and the cards of the start page follow a person to another browser', async ({
  page,
  shell,
}) => {
  const saved = () =>
    page.waitForResponse((response) => response.url().endsWith('/user/preferences') && response.ok());
  await page.goto('/system/users');
  const main = page.getByRole('main');
  const search = main.getByRole('searchbox', { name: 'Search by name or user name' });
  await expect(main.getByRole('row', { name: /Administrator/ })).toBeVisible();
  await settle(page);
  const top = async () => (await main.getByRole('table').boundingBox())?.y;
  const before = await top();
  await search.fill('adm');
  await expect(main.getByRole('button', { name: 'Save view' })).toBeVisible();
  expect(await top(), 'nothing moves while somebody types').toBe(before);
  await main.getByRole('button', { name: 'Save view' }).click();
  await main.getByRole('textbox', { name: 'Name of the view' }).fill('Admins');
  await Promise.all([saved(), page.keyboard.press('Enter')]);
  const view = main.getByRole('button', { name: 'Admins', exact: true });
  await expect(view).toHaveAttribute('aria-pressed', 'true');
  await expect(view).toBeFocused();
  await main.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page).toHaveURL('/system/users');
  expect(await violationsOf(page)).toEqual([]);

  await page.goto('/');
  await main.getByRole('button', { name: 'Edit cards' }).click();
  const grip = main.getByRole('button', { name: 'Move Recent tasks with the arrow keys' });
  await grip.focus();
  await Promise.all([saved(), page.keyboard.press('ArrowLeft')]);
  await expect(grip).toBeFocused();
  await Promise.all([saved(), main.getByRole('button', { name: 'Hide Hosts and parts' }).click()]);
  expect(await violationsOf(page)).toEqual([]);
  await takePicture(page, 'cards');
  await main.getByRole('button', { name: 'Done' }).click();

  // All that a new browser lacks.
  await page.evaluate(() => localStorage.removeItem('platform.preferences'));
  await page.reload();
  await expect(main.getByRole('region', { name: 'Applications' })).toBeVisible();
  await expect(main.getByRole('region', { name: 'Hosts and parts' })).toHaveCount(0);
  await shell.open('People', 'Users');
  await main.getByRole('button', { name: 'Admins', exact: true }).click();
  await expect(page).toHaveURL('/system/users?name=adm');
  await expect(shell.heading).toHaveText(/^Users/);
  await main.getByRole('button', { name: 'Remove view Admins' }).click();
  await expect(main.getByRole('button', { name: 'Admins', exact: true })).toHaveCount(0);
});

test('on a phone the tools of a list stay beside the button of its filters, which open below', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/system/config?name=hello&configCategory=hello');
  const main = page.getByRole('main');
  const filters = main.getByRole('button', { name: 'Filters (1)' });
  const middle = async (locator: typeof filters) => {
    const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
    return Math.round(y + height / 2);
  };
  await filters.click();
  const line = await middle(filters);
  for (const name of ['Clear filters', 'Save view', 'Columns']) {
    expect(await middle(main.getByRole('button', { name }).first()), name).toBe(line);
  }
  const category = await main.getByRole('textbox', { name: 'Category' }).boundingBox();
  expect(category?.y).toBeGreaterThan(line);
  expect(category?.width).toBeGreaterThan(250);
  await main.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page).toHaveURL('/system/config');
});
