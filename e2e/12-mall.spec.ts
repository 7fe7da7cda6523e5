import { buildPackage, packageOf, versionOf } from '../scripts/lib/build.ts';
import { LONG, longUnless } from './support/long.ts';
import { choose, OrdersPage, placeOrder } from './support/mall.ts';
import { expectPresentable } from './support/presentable.ts';
import { expect, test } from './support/test.ts';

const TEA = 1;

test.beforeAll(async ({ operator }) => {
  await buildPackage('mall');
  await operator.offer('mall', versionOf('mall'), packageOf('mall'));
  await operator.remove('mall');
});
test.afterAll(({ operator }) => operator.remove('mall'));

test('a larger application is installed from the market as any other, and opened', async ({
  page,
  shell,
}) => {
  await page.goto('/market');
  await page.getByRole('button', { name: /^Install Mall \d/ }).click();
  const panel = shell.dialog(/^Install Mall/);
  await panel.getByRole('button', { name: /^Install Mall/ }).click();
  await panel.getByRole('button', { name: 'Open Mall' }).click();
  await expect(shell.heading).toHaveText('Figures');
  await expect(page.getByText(/Nothing was sold in this time/)).toBeVisible();
  await shell.link('Products').click();
  await expect(page.getByText('1–5 of 5')).toBeVisible();
});

test('an order lives from payment over shipping to its refund', async ({ page, shell, operator }) => {
  await operator.ensure('mall');
  const orderNo = await placeOrder(operator.api, TEA, 2);
  const orders = new OrdersPage(page);
  await orders.open(orderNo);
  await expect(orders.drawer.getByRole('row', { name: /To pay/ })).toContainText('€136.00');

  await orders.drawer.getByRole('button', { name: 'Confirm payment' }).click();
  const question = shell.dialog(`Has order ${orderNo} been paid?`);
  await question.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(orders.history).toHaveText(['Placed', 'Paid']);

  await orders.drawer.getByRole('button', { name: 'Ship' }).click();
  const shipping = shell.dialog(`Ship order ${orderNo}`);
  await shipping.getByRole('button', { name: 'Ship' }).click();
  await expect(shipping.getByText('Choose a carrier.')).toBeVisible();
  await choose(shipping, 'Carrier', 'DHL');
  await shipping.getByRole('textbox', { name: 'Tracking number' }).fill('00340434161094');
  await shipping.getByRole('button', { name: 'Ship' }).click();
  await expect(shipping).toBeHidden();
  await expect(orders.drawer.getByText('DHL · 00340434161094')).toBeVisible();

  await orders.drawer.getByRole('button', { name: 'Refund' }).click();
  const refund = shell.dialog(`Refund order ${orderNo}`);
  await expect(refund.getByText('€136.00 go back to the customer')).toBeVisible();
  await refund.getByRole('textbox', { name: 'Reason' }).fill('Broken on arrival');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(orders.history).toHaveText(['Placed', 'Paid', 'Shipped', 'Refund begun', 'Refunded']);
  await page.keyboard.press('Escape');
  await expect(orders.drawer).toBeHidden();
  await expect(orders.row(orderNo)).toContainText('Refunded');
});

test(
  'an order is cancelled for a reason, and its goods are back',
  LONG,
  async ({ page, shell, operator }) => {
    await operator.ensure('mall');
    const stock = async () => (await operator.api.get<{ stock: number }>(`/mall/product/${TEA}`)).stock;
    const before = await stock();
    const orderNo = await placeOrder(operator.api, TEA, 3);
    expect(await stock()).toBe(before - 3);
    const orders = new OrdersPage(page);
    await orders.open(orderNo);
    await orders.drawer.getByRole('button', { name: 'Cancel order' }).click();
    const dialog = shell.dialog(`Cancel order ${orderNo}`);
    await choose(dialog, 'Reason', 'Out of stock');
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await expect(orders.history).toHaveText(['Placed', 'Cancelled']);
    await expect(orders.drawer.getByText('Out of stock')).toBeVisible();
    expect(await stock()).toBe(before);
  },
);

test(
  'a product is added, after what is missing was named, and its stock booked',
  LONG,
  async ({ page, shell, operator }) => {
    await operator.ensure('mall');
    await page.goto('/mall/products');
    await page.getByRole('button', { name: 'Add product' }).click();
    const form = shell.dialog('Add product');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Choose a category.')).toBeVisible();
    await expect(form.getByText('Give a price above zero.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Name' }).fill('Matcha whisk');
    await choose(form, 'Category', 'Tableware');
    await form.getByRole('spinbutton', { name: 'Price' }).fill('24.50');
    await form.getByText('On sale').click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    const row = page.getByRole('row').filter({ hasText: 'Matcha whisk' });
    await expect(row).toContainText('€24.50');
    await expect(row.getByTitle('Running low')).toBeVisible();

    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Stock' }).click();
    const stock = shell.dialog('Stock of “Matcha whisk”');
    await stock.getByRole('spinbutton', { name: 'Change' }).fill('40');
    await stock.getByRole('spinbutton', { name: 'Change' }).press('Tab');
    await expect(stock.getByText('40 afterwards')).toBeVisible();
    await stock.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('40');
    await expect(row.getByTitle('Running low')).toHaveCount(0);
  },
);

/** The list of orders stands for the others in the short run. */
for (const { path, ready, isList } of [
  { path: 'figures', ready: 'Best sellers' },
  { path: 'orders', ready: /of \d+|No orders yet/, isList: true },
  { path: 'products', ready: /of \d+/, isList: true },
  { path: 'promotions', ready: 'Tableware days', isList: true },
  { path: 'coupons', ready: 'Welcome', isList: true },
] as readonly { path: string; ready: string | RegExp; isList?: true }[]) {
  test(
    `${path}: accessible in light and dark, and fits a phone`,
    longUnless(!isList),
    async ({ page, operator }) => {
      await operator.ensure('mall');
      await page.goto(`/mall/${path}`);
      await page.getByRole('main').getByText(ready).first().waitFor();
      await expectPresentable(page);
    },
  );
}
