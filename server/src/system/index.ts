export { PASSWORD_COST, PasswordHasher } from './auth/password-hash.ts';
export { networkOf } from './auth/delays/index.ts';
export { FRESH_PROOF, type FreshProof } from './auth/fresh-proof.ts';
export type { ApplicationMenu } from './menus/application-menu.ts';
export {
  MENUS,
  MENU_VISIBILITY,
  type ApplicationMenus,
  type MenuPreview,
  type MenuSyncReport,
} from './menus/application-menus.ts';
export { menuNamesOf } from './menus/menu-rows.ts';
export { RIGHTS_LOG, type RightsLog } from './logs/rights-log.ts';
export { NOTICE_FEED, type NoticeFeed } from './notices/center/notice-feed.ts';
export { STORED_OBJECTS, type ObjectAddress, type StoredObjects } from './files/stored-objects.ts';
export { Storages } from './files/storages.ts';
export { FIRST_START } from './initial-data/first-start.ts';
export { systemModule } from './module.ts';
export { Edits } from './shared/edits.ts';
export { batchesOf, contains, pageOfRows, type Ordering } from './shared/paging.ts';
export { sendExport } from './shared/exports/index.ts';
export { TENANT_PACKAGE, type TenantPackage } from './shared/tenant-limits.ts';
