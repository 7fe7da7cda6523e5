// @vitest-environment node
import type { RemoteRuntime } from '@platform/remote-app';
import { createTestRuntime } from '@platform/remote-app/testing';
import { describe, expect, it } from 'vitest';
import { installOf, runInstall } from './install.ts';

const runtime: RemoteRuntime = createTestRuntime({ code: 'hello' });
const result = { manifest: { code: 'hello', version: '1.0.0' }, views: {} };

async function run(install: () => unknown) {
  const warnings: string[] = [];
  const views = await runInstall(install as () => typeof result, runtime, (text) => warnings.push(text));
  return { views, warnings };
}

describe('design 9.6-30: install', () => {
  it('is the default export, or the function itself', () => {
    const install = () => result;
    expect(installOf('hello', install)).toBe(install);
    expect(installOf('hello', { default: install })).toBe(install);
    for (const nothing of [undefined, null, {}, { default: {} }]) {
      expect(() => installOf('hello', nothing)).toThrow(
        expect.objectContaining({ code: 'REMOTE_INSTALL_INVALID', stage: 'install' }),
      );
    }
  });

  it('may be asynchronous', async () => {
    expect(await run(async () => result)).toEqual({ views: {}, warnings: [] });
  });

  it.each([
    ['throws', () => Promise.reject(new Error('boom')), 'REMOTE_INSTALL_FAILED', 'boom'],
    ['gives nothing', () => undefined, 'REMOTE_INSTALL_INVALID', 'install returned undefined'],
    ['gives null', () => null, 'REMOTE_INSTALL_INVALID', 'install returned null'],
    ['gives a list', () => [], 'REMOTE_INSTALL_INVALID', 'install returned a list'],
    ['gives null as manifest', () => ({ manifest: null }), 'REMOTE_INSTALL_INVALID', 'null as manifest'],
    ['gives a list of views', () => ({ ...result, views: [] }), 'REMOTE_INSTALL_INVALID', 'a list as views'],
    [
      'gives an object',
      () => ({ ...result, manifest: 'x' }),
      'REMOTE_INSTALL_INVALID',
      'a string as manifest',
    ],
    [
      'gives a function',
      () => ({ ...result, views: () => 1 }),
      'REMOTE_INSTALL_INVALID',
      'a function as views',
    ],
    ['gives a number', () => 7, 'REMOTE_INSTALL_INVALID', 'returned a number instead of'],
    [
      'gives no code',
      () => ({ ...result, manifest: { version: '1.0.0' } }),
      'REMOTE_INSTALL_INVALID',
      'a manifest without a code',
    ],
    [
      'is of another application',
      () => ({ ...result, manifest: { code: 'member', version: '1.0.0' } }),
      'REMOTE_MANIFEST_MISMATCH',
      '"member"',
    ],
  ])('that %s is refused', async (_what, install, code, message) => {
    await expect(run(install)).rejects.toMatchObject({
      code,
      stage: 'install',
      message: expect.stringContaining(message) as string,
    });
  });

  it('of another version is a warning', async () => {
    const { warnings } = await run(() => ({ ...result, manifest: { code: 'hello', version: '2.0.0' } }));
    expect(warnings).toEqual(['hello: version 1.0.0 is installed, but its frontend was built as 2.0.0']);
  });
});
