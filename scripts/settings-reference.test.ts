import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from './lib/paths.ts';
import { settingsPage } from './settings-reference.ts';

it('docs/settings.md has each key of the configuration with its variable and default', () => {
  const page = settingsPage();
  expect(readFileSync(inRoot('docs/settings.md'), 'utf8')).toBe(page);
  expect(page).toMatch(/\| `app-market\.security\.mode` `APP_MARKET_SECURITY_MODE` +\| `"enforce"` +\|/);
});
