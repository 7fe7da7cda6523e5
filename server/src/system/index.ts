export type { ApplicationMenu, ShippedMenu } from './menus/application-menu.ts';
export {
  MENUS,
  MENU_VISIBILITY,
  type ApplicationMenus,
  type MenuSyncReport,
  type MenuVisibility,
  type SyncedMenu,
} from './menus/application-menus.ts';
export { FIRST_START, type FirstAdministrator, type FirstStart } from './initial-data/first-start.ts';
export { systemModule } from './module.ts';
