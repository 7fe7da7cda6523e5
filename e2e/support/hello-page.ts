import type { Locator, Page } from '@playwright/test';

/** The list of the application `hello`. */
export class HelloPage {
  readonly page: Page;
  readonly rows: Locator;
  readonly heading: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { name: 'Hello items' });
    this.rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Edit' }) });
  }

  async open(): Promise<void> {
    await this.page.goto('/hello/items');
    await this.rows.first().waitFor();
  }

  row(title: string): Locator {
    return this.rows.filter({ hasText: title });
  }

  async find(title: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: 'Title' }).fill(title);
  }

  /** Deletes an item from its menu, up to the question. */
  async remove(title: string): Promise<void> {
    await this.row(title)
      .getByRole('button', { name: /^More actions/ })
      .click();
    await this.page.getByRole('menuitem', { name: 'Delete' }).click();
  }

  /** Opens the form for a new item. */
  async add(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Add item' }).click();
    return this.page.getByRole('dialog', { name: 'Add item' });
  }

  /** The versions of its entry that the browser has fetched. */
  loadedVersions(): Promise<string[]> {
    return this.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => /\/remote-apps\/hello\/.*index\.js\?v=([\d.]+)/.exec(name)?.[1] ?? '')
        .filter(Boolean),
    );
  }
}
