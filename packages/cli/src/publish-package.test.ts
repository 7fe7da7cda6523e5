import { expect, it } from 'vitest';
import { ApiFailure, type ApiClient } from './api-client.ts';
import { publishPackage } from './publish-package.ts';

const parsed = { packageUrl: '/p', packageSha256: 'aa', appCode: 'notes', version: '1.0.0' };

/** Answers as a host that has saved the package in this state. */
function hostWith(status: number): ApiClient {
  const saved = { appId: 1, versionId: 2, status, packageSha256: 'aa' };
  return {
    upload: async () => parsed,
    post: async (path: string) => {
      if (path !== '/app/version') return {};
      throw new ApiFailure(path, { code: 409, error: 'VERSION_EXISTS', msg: 'saved', details: saved });
    },
  } as unknown as ApiClient;
}

it('publishes nothing again that was unlisted or deprecated', async () => {
  for (const status of [2, 3]) {
    await expect(publishPackage(hostWith(status), 'x.zip')).rejects.toMatchObject({ code: 'VERSION_EXISTS' });
  }
});

it('says whether the same bytes were published before', async () => {
  const steps: string[] = [];
  const onStep = (step: string): void => void steps.push(step);
  expect(await publishPackage(hostWith(1), 'x.zip', { onStep })).toMatchObject({ alreadyPublished: true });
  expect(steps).toEqual(['uploaded', 'listed']);
  expect(await publishPackage(hostWith(0), 'x.zip')).toMatchObject({ alreadyPublished: false });
});
