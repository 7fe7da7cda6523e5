import type { Locator } from '@playwright/test';

/** Chooses a file of an import that has this text. */
export const chooseCsv = (drawer: Locator, text: string): Promise<void> =>
  drawer
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'records.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
