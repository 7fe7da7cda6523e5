import type { Locator, Page } from '@playwright/test';

/** The list of the application `hello`. */
export class HelloPage {
  readonly page: Page;
  readonly rows: Locator;
  readonly heading: Locator;
  readonly search: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { name: 'Hello items' });
    this.rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Edit' }) });
    this.search = page.getByRole('search');
  }

  async open(): Promise<void> {
    await this.page.goto('/hello/items');
    await this.rows.first().waitFor();
  }

  row(title: string): Locator {
    return this.rows.filter({ hasText: title });
  }

  async find(title: string): Promise<void> {
    await this.search.getByRole('textbox', { name: 'Title' }).fill(title);
    await this.search.getByRole('button', { name: 'Search' }).click();
  }

  /** Opens the form for a new item. */
  async add(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Add item' }).click();
    return this.page.getByRole('dialog', { name: 'Add item' });
  }
}
