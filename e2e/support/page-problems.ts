import type { Page } from '@playwright/test';

/** Gathers what a page complains about: errors on its console and those that nothing caught. */
export class PageProblems {
  #found: string[] = [];
  #provoked: RegExp[] = [];

  constructor(page: Page) {
    page.on('pageerror', (error) => this.#found.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.#found.push(`${message.text()} ${message.location().url}`);
    });
  }

  /** States that the test provokes problems of this kind. */
  provoke(...patterns: readonly RegExp[]): void {
    this.#provoked.push(...patterns);
  }

  /** Problems that were found and not provoked. */
  get unexpected(): readonly string[] {
    return this.#found.filter((problem) => !this.#provoked.some((pattern) => pattern.test(problem)));
  }

  /**
   * Returns {@link unexpected} and clears all findings and provocations, for a page that several
   * tests share.
   */
  take(): readonly string[] {
    const { unexpected } = this;
    this.#found = [];
    this.#provoked = [];
    return unexpected;
  }
}
