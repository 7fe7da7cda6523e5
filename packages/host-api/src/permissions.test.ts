import { expect, it } from 'vitest';
import { hostContracts } from './index.ts';

/** Ask something of another server, or plan, and change nothing of the platform. */
const ONLY_ASK = [
  'POST /app/install/plan',
  'POST /auth/acting',
  'POST /monitor/diagnosis',
  'POST /system/loginProvider/:provider/check',
  'POST /system/ossConfig/:ossConfigId/check',
];

it('no permission to look is enough to change something', () => {
  const byReaders = hostContracts.filter(
    ({ method, auth }) => method !== 'GET' && /:(?:list|query)\b/.test(JSON.stringify(auth)),
  );
  expect(byReaders.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(ONLY_ASK);
});
