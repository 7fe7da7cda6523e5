import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FirstStart } from './first-start.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'first-start-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(data, { recursive: true, force: true });
});
const next = (given: string | undefined): FirstStart => {
  vi.stubEnv('PLATFORM_ADMIN_PASSWORD', given);
  return new FirstStart(data);
};

it('accepts another password after the host has refused one', () => {
  expect(next('weak').password()).toBe('weak');
  writeFileSync(join(data, 'platform.db'), '');
  expect(next('a better one').password()).toBe('a better one');
  expect(next(undefined).password()).toBe('a better one');
});

it("keeps the administrator's password until the samples are installed", () => {
  const first = next(undefined);
  const password = first.password();
  expect(password).toMatch(/^\w{16}$/);
  first.begun();
  writeFileSync(join(data, 'platform.db'), '');
  expect(next('another one').password()).toBe(password);
  first.done();
  expect(next('another one').password()).toBeUndefined();
});
