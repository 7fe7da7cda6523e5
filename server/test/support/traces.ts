import { readdirSync } from 'node:fs';
import { DATABASE } from '../../src/data/index.ts';
import { requestContext } from '../../src/kernel/index.ts';
import type { TestPlatform } from './platform.ts';

/** All that an upload could leave behind: files of the data directory, and rows. */
export async function tracesOf(platform: TestPlatform): Promise<unknown> {
  const files = readdirSync(platform.data, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.includes('platform.db') && !file.startsWith('logs'),
  );
  const { query } = platform.services.use(DATABASE);
  const rows = await requestContext.runIgnoringTenant(() =>
    Promise.all([
      query.selectFrom('app_info').selectAll().execute(),
      query.selectFrom('app_version').selectAll().execute(),
      query.selectFrom('sys_oss').selectAll().execute(),
    ]),
  );
  return { files: files.sort(), rows };
}
