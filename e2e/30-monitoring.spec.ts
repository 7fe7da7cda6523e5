import { violationsOf } from './support/accessibility.ts';
import { choose } from './support/mall.ts';
import { expectFits, phone } from './support/visual.ts';
import { expect, test } from './support/test.ts';

test.beforeAll(({ operator }) => operator.ensure('hello', '1.0.0'));

test('design 12, 15.2, 15.4: figures of hosts, an application in tabs, its API, help', async ({
  page,
  shell,
  operator,
}) => {
  await operator.api.get('/hello/item/list');
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByText('p95 latency')).toBeVisible();
  await expect(main.getByRole('region', { name: 'Hosts and parts' })).toContainText('SQLite');

  await shell.open('System', 'Monitoring');
  await expect(main.getByRole('region', { name: 'Memory' }).getByRole('img').first()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await main.getByRole('link', { name: 'Slow work' }).click();
  await choose(main, 'All applications', 'hello');
  await expect(main.getByRole('table', { name: 'Routes by their time' })).not.toContainText('/system/');
  await expect(main.getByRole('table', { name: 'Routes by their time' })).toContainText('/hello/item/list');

  await page.goto('/apps/installed/hello?tab=components');
  await expect(main.getByRole('img', { name: /A picture of \d+ components/ })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize(phone);
  await expectFits(page);
  await main.getByRole('link', { name: 'Routes' }).click();
  await main.getByRole('button', { name: 'Calls' }).click();
  await expect(main.locator('th[aria-sort="descending"]')).toHaveText('Calls');
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await main.getByRole('link', { name: 'Try GET /hello/item/list', exact: true }).click();
  await expect(page).toHaveURL(/group=hello/);
  await main.getByRole('button', { name: 'Try it' }).click();
  await expect(main.getByText('Answered with 200')).toBeVisible();
  await expect(main.getByText(/curl -H "Authorization: Bearer \$TOKEN"/)).toBeVisible();

  await shell.heading.click();
  await page.keyboard.press('?');
  await expect(main.getByText('Find a page or an action')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});
