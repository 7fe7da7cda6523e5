import { violationsOf } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';
import { expectFits, phone } from './support/visual.ts';

test('design 10.5: an operator takes a host out of service and returns it, in both languages', async ({
  page,
  shell,
}) => {
  await page.goto('/');
  await shell.open('System', 'Hosts');
  const row = page.getByRole('row', { name: /this one/ });
  await expect(row).toContainText('In service');
  await expect(row).toContainText('Current');
  expect(await violationsOf(page)).toEqual([]);
  await row.getByRole('button', { name: 'Take out' }).click();
  await page.getByRole('button', { name: 'Take it out' }).click();
  await expect(row).toContainText('Taken out');
  await row.getByRole('button', { name: 'Return' }).click();
  await expect(row).toContainText('In service');
  // design 15.4: each host has a page
  await row.getByRole('link').click();
  const process = page.getByRole('region', { name: 'Process', exact: true });
  await expect(process).toContainText('Last heartbeat');
  await expect(page.getByRole('main')).toContainText('It runs every application as it is installed.');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the hosts' }).click();
  await page.setViewportSize(phone);
  await expectFits(page);
  await shell.useLanguage('中文');
  await expect(shell.heading).toContainText('主机');
  await expect(page.getByText('服务中')).toBeVisible();
});
