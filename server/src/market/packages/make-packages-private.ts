import type { Database } from '../../data/index.ts';
import { DEFAULT_TENANT, requestContext, type Logger } from '../../kernel/index.ts';
import type { StoredObjects } from '../../system/index.ts';
import { objectOf } from '../records/package-records.ts';

/**
 * Moves packages of older hosts out of the folder that web servers serve; addresses stay.
 *
 * Safe to repeat: a later start moves the rest. (design 11.8-2, 16-20)
 */
export async function makePackagesPrivate(
  database: Database,
  objects: Pick<StoredObjects, 'makePrivate'>,
  logger: Logger,
): Promise<void> {
  const { query } = database;
  const rows = await requestContext.runIgnoringTenant(() =>
    query
      .selectFrom('app_package')
      .select('package_url')
      .union(query.selectFrom('app_version').select('package_url'))
      .execute(),
  );
  let moved = 0;
  for (const { package_url: packageUrl } of rows) {
    const ossId = objectOf(packageUrl);
    if (ossId === undefined) continue;
    try {
      if (await requestContext.runAs(DEFAULT_TENANT, () => objects.makePrivate(ossId))) moved += 1;
    } catch (error) {
      logger.warn('A package could not be moved out of the public files; the next start retries', {
        packageUrl,
        error,
      });
    }
  }
  if (moved > 0) logger.info('Packages were moved out of the public files', { packages: moved });
}
