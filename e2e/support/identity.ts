import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { stringify } from 'yaml';
import { inRoot } from '../../scripts/lib/paths.ts';
import { startPlatform, type E2ePlatform } from './platform.ts';

/**
 * Starts a platform with three login providers: `corporate` adds people, `partner` knows only who
 * is linked, `away` does not answer. The first two are one real provider in its own process.
 */
export async function startWithProviders(): Promise<{ platform: E2ePlatform; stop: () => Promise<void> }> {
  const child = fork(inRoot('server/test/support/identity-provider.ts'), { stdio: 'ignore' });
  const [{ issuer }] = (await once(child, 'message')) as [{ issuer: string }];
  const common = { issuer, 'client-id': 'platform', 'client-secret': 'client-secret', 'allow-http': true };
  const providers = {
    corporate: { ...common, name: 'Corporate', create: true, logout: true, roles: { staff: 'clerk' } },
    partner: { ...common, name: 'Partner' },
    away: { ...common, name: 'Away', issuer: 'http://127.0.0.1:9' },
  };
  const directory = mkdtempSync(join(tmpdir(), 'e2e-oidc-'));
  const file = join(directory, 'oidc.yml');
  writeFileSync(file, stringify(providers));
  const { platform, stop } = await startPlatform({ 'oidc.providers': file });
  child.send({ issuer, shell: platform.frontend });
  await once(child, 'message');
  return {
    platform,
    async stop() {
      await stop();
      child.disconnect();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Logs in on the page of the provider. */
export async function signIn(page: Page, person: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(person);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
