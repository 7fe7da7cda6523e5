import { siteContracts } from '@platform/host-api';
import { DEFAULT_TENANT, defineRoute, type Route } from '../../kernel/index.ts';
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
      handler: (ctx) => settings.write(ctx.tenantId ?? DEFAULT_TENANT, ctx.body),
    }),
    defineRoute({
      ...siteContracts.history,
      handler: () => history.latestOf(SITE_KEYS),
    }),
    defineRoute({
      ...siteContracts.picture,
      audit: 'Upload a picture of the site',
      handler: (ctx) => storeSitePicture(ctx, objects, ctx.query.use),
    }),
  ];
}
