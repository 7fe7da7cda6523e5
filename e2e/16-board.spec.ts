import { buildPackage, packageOf } from '../scripts/lib/build.ts';
import { BoardPage } from './support/board-page.ts';
import { choose } from './support/mall.ts';
import { expectPresentable } from './support/presentable.ts';
import { expect, test } from './support/test.ts';
import { phone } from './support/visual.ts';
import { LONG } from './support/long.ts';

test.beforeAll(async ({ operator }) => {
  await buildPackage('board');
  await operator.offer('board', '1.0.0', packageOf('board'));
  await operator.renew('hello');
  await operator.renew('member');
  await operator.renew('board');
});
test.afterAll(({ operator }) => operator.remove('board'));

test('spec: Package layout/a frontend-only application is installed and draws what others have', async ({
  page,
  shell,
  problems,
}) => {
  // Nobody has offered it in this market yet.
  problems.provoke(/status of 404.*\/app\/market\/mall/);
  const chunks: string[] = [];
  page.on('request', (request) => {
    if (/\/remote-apps\/board\/.*echarts/.test(request.url())) chunks.push(request.url());
  });
  const board = new BoardPage(page);
  await board.open();
  await expect(shell.heading).toHaveText('Board');
  await expect(board.picture('Members by level')).toBeVisible();
  await expect(board.picture('Members by level').locator('svg')).toContainText('Gold');
  expect(new Set(chunks).size, 'fetches of ECharts').toBe(1);
  await expect(board.card('Sales by day')).toContainText('Mall is not installed');
  await board.card('Sales by day').getByRole('button', { name: 'See Mall in the market' }).click();
  await expect(page).toHaveURL(/\/market\/mall$/);
});

test(
  'an event of another application is on the board when one comes back to it',
  LONG,
  async ({ page, shell }) => {
    const board = new BoardPage(page);
    await board.open();
    await expect(board.tile('Members')).toContainText('3');
    await shell.open('Members', 'Members');
    await page.getByRole('button', { name: 'Add member' }).click();
    const form = page.getByRole('dialog', { name: 'Add member' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Katherine Johnson');
    await form.getByRole('textbox', { name: 'Phone' }).fill('+1 757 555 0100');
    await choose(form, 'Came through', 'Recommendation');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Katherine Johnson' })).toContainText(
      'Recommendation',
    );
    await shell.link('Board').click();
    await expect(board.tile('Members')).toContainText('4');
    await expect(board.tile('Members')).toContainText('1 new');
  },
);

test(
  'the period is kept in the address, over a reload and on the way back',
  LONG,
  async ({ page, shell }) => {
    const board = new BoardPage(page);
    await board.open('?days=7');
    await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked();
    await page.getByText('90 days', { exact: true }).click();
    await expect(page).toHaveURL(/\/board\?days=90$/);
    await page.reload();
    await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();
    await shell.link('Dashboard').click();
    await shell.link('Board').click();
    await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();
  },
);

test(
  'pictures follow the theme and the window, and are there as tables, too',
  LONG,
  async ({ page, shell }) => {
    const board = new BoardPage(page);
    await board.open();
    const picture = board.picture('Members by level').locator('svg');
    const text = picture.locator('text').filter({ hasText: 'Gold' });
    const light = await text.getAttribute('fill');
    await shell.useTheme('Dark');
    await expect(text).not.toHaveAttribute('fill', light ?? '');
    await shell.useTheme('As the system');
    const width = Number(await picture.getAttribute('width'));
    await page.setViewportSize(phone);
    await expect.poll(async () => Number(await picture.getAttribute('width'))).toBeLessThan(width);
    await board.card('Members by level').getByRole('button', { name: 'Show as a table' }).click();
    await expect(board.card('Members by level').getByRole('row', { name: /Gold/ })).toBeVisible();
  },
);

test('accessible in light and dark, and fits a phone', LONG, async ({ page }) => {
  const board = new BoardPage(page);
  await board.open();
  await expectPresentable(page);
});
