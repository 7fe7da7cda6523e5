import { siteContracts } from '@platform/host-api';
import { DEFAULT_TENANT, defineRoute, PlatformError, type Route } from '../../kernel/index.ts';
import type { ConfigHistory } from '../config/config-history.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { storeSitePicture } from './site-pictures.ts';
import { SITE_KEYS, type SiteSettings } from './site-settings.ts';

interface SiteParts {
  readonly settings: SiteSettings;
  readonly history: ConfigHistory;
  readonly objects: Pick<ObjectStore, 'upload'>;
}

/** `/system/site`: how the shell looks for a tenant. (design 12, 15.7) */
export function siteRoutes({ settings, history, objects }: SiteParts): Route[] {
  return [
    defineRoute({
      ...siteContracts.get,
      handler: (ctx) => settings.read(ctx.tenantId ?? DEFAULT_TENANT),
    }),
    defineRoute({
      ...siteContracts.edit,
      audit: 'Change the site',
      record: async (ctx) => (await settings.read(ctx.tenantId ?? DEFAULT_TENANT)).own,
      handler: (ctx) => settings.write(ctx.body),
    }),
    defineRoute({
      ...siteContracts.history,
      handler: () => history.latestOf(SITE_KEYS),
    }),
    defineRoute({
      ...siteContracts.picture,
      audit: 'Upload a picture of the site',
      async handler(ctx) {
        // Awaited within the loop: leaving it closes the form.
        for await (const file of ctx.files()) return await storeSitePicture(objects, ctx.query.use, file);
        throw new PlatformError({
          code: 'FILE_MISSING',
          status: 400,
          message: 'The form has no file.',
          fix: 'Send the file as the field `file` of a multipart form.',
        });
      },
    }),
  ];
}
