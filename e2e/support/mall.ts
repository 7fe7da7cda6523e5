import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '@platform/cli';

let requests = 0;

/** Orders as a customer of the shop does, over the API. @returns the order's number */
export async function placeOrder(api: ApiClient, productId: number, quantity = 1): Promise<string> {
  const { orderNo } = await api.post<{ orderNo: string }>('/mall/shop/order', {
    items: [{ productId, quantity }],
    requestKey: `e2e-${Date.now()}-${(requests += 1)}`,
    receiver: 'Ada Lovelace',
    phone: '+44 20 7946 0101',
    address: '12 St James’s Square, London',
  });
  return orderNo;
}

/** Opens a select by keyboard, as its text lies over the field, and takes one of its options. */
export async function choose(form: Locator, field: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).press('Enter');
  await form.page().getByRole('option', { name: option }).click();
}

/** The list of orders, with one of them open beside it. */
export class OrdersPage {
  readonly page: Page;
  readonly drawer: Locator;

  constructor(page: Page) {
    this.page = page;
    this.drawer = page.getByRole('dialog', { name: /^Order M/ });
  }

  row(orderNo: string): Locator {
    return this.page.getByRole('row').filter({ hasText: orderNo });
  }

  async open(orderNo: string): Promise<void> {
    await this.page.goto('/mall/orders');
    await this.page.getByRole('button', { name: `Open order ${orderNo}` }).click();
    await this.drawer.getByRole('heading', { name: 'History' }).waitFor();
  }

  /** The steps of the open order, oldest first. */
  get history(): Locator {
    return this.drawer.getByRole('listitem').locator('strong');
  }
}
