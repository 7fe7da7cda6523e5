import type { Locator, Page } from '@playwright/test';

/** The frame around the pages: menus, tabs, account, appearance, language. */
export class Shell {
  readonly page: Page;
  readonly menu: Locator;
  readonly heading: Locator;

  constructor(page: Page) {
    this.page = page;
    this.menu = page.getByRole('navigation', { name: 'Main menu' });
    this.heading = page.getByRole('heading', { level: 1 });
  }

  /** A page's link in the menu. */
  link(name: string): Locator {
    return this.menu.getByRole('link', { name, exact: true });
  }

  /** A directory of the menu, which opens and closes. */
  directory(name: string): Locator {
    return this.menu.getByRole('button', { name, exact: true });
  }

  /** Opens a page from the menu, through its directory. */
  async open(directory: string, page: string): Promise<void> {
    const branch = this.directory(directory);
    if ((await branch.getAttribute('aria-expanded')) === 'false') await branch.click();
    await this.link(page).click();
  }

  async logout(): Promise<void> {
    await this.page.getByRole('button', { name: /^Account of/ }).click();
    await this.page.getByRole('menuitem', { name: 'Log out' }).click();
  }

  async useTheme(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /^(Appearance|外观)/ }).click();
    await this.page.getByRole('menuitemradio', { name }).click();
  }

  async useLanguage(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /^(Language|语言)/ }).click();
    await this.page.getByRole('menuitemradio', { name }).click();
  }

  /** A panel or a question over the page. */
  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** When the document was loaded: stays the same as long as nothing reloads the page. */
  loadedAt(): Promise<number> {
    return this.page.evaluate(() => performance.timeOrigin);
  }
}
