// @vitest-environment node
import { expect, it } from 'vitest';
import { sharedVersions } from '../../../packages/remote-app/src/vite/shared-versions.ts';
import { RUNTIME_API_VERSION } from '@platform/remote-app';
import { hostModules } from './host-modules.ts';

it('the build tells the host of the versions that the shell shares (design 9.5-28)', () => {
  const shared = Object.entries(hostModules()).map(([name, { version }]) => [name, version] as const);
  expect(sharedVersions('.')).toEqual({
    formatVersion: 1,
    shared: Object.fromEntries(shared),
    runtimeApi: RUNTIME_API_VERSION,
  });
});
