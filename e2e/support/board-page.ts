import type { Locator, Page } from '@playwright/test';

/** The page of the application `board`. */
export class BoardPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens it and waits until members, which are there, are drawn. */
  async open(query = ''): Promise<void> {
    await this.page.goto(`/board${query}`);
    await this.picture('Members by level').locator('svg').waitFor();
  }

  card(title: string): Locator {
    return this.page.getByRole('region', { name: title, exact: true });
  }

  picture(title: string): Locator {
    return this.card(title).locator('.picture[role=img]');
  }

  tile(label: string): Locator {
    return this.page.locator('.tile').filter({ has: this.page.getByText(label, { exact: true }) });
  }
}
