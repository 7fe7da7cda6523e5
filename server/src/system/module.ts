import { LoginHelper } from '@platform/plugin-sdk/auth';
import { resolve } from 'node:path';
import { ConfigService, DictService, EventPublisher, type NoticeService } from '@platform/plugin-sdk/core';
import { OssService } from '@platform/plugin-sdk/oss';
import { NODE_REGISTRY } from '../cluster/index.ts';
import { DATABASE_CLOCK, INITIAL_DATA, PLATFORM_KEY, ROW_REACHES, SECRET_BOX } from '../data/index.ts';
import { APPLICATION_SERVICES, CLUSTER_BUS, refreshing } from '../infra/index.ts';
import { defineModule, HTTP, type Module, type ModuleContext } from '../kernel/index.ts';
import { ContextLoginHelper } from './auth/login-helper.ts';
import { actingRoutes } from './auth/acting-routes.ts';
import { ActingTenants } from './auth/acting-tenants.ts';
import { setUpAuth, type Auth } from './auth/module.ts';
import { ApplicationConfig } from './config/application-config.ts';
import { ConfigRecords } from './config/config-records.ts';
import { TableConfigService } from './config/config-service.ts';
import { ConfigValues } from './config/config-values.ts';
import { configRoutes } from './config/routes.ts';
import { Departments } from './departments/departments.ts';
import { DeptImport } from './departments/import/dept-import.ts';
import { Posts } from './departments/posts.ts';
import { departmentRoutes, postRoutes } from './departments/routes.ts';
import { dictDataRoutes } from './dict/data-routes.ts';
import { DictData } from './dict/dict-data.ts';
import { DictImport } from './dict/dict-import.ts';
import { TableDictService } from './dict/dict-service.ts';
import { DictTypes } from './dict/dict-types.ts';
import { dictTypeRoutes } from './dict/type-routes.ts';
import { FileRecords } from './files/file-records.ts';
import { fileRoutes } from './files/file-routes.ts';
import { ApplicationOss } from './files/application-oss.ts';
import { contentRoutes } from './files/content-routes.ts';
import { setUpMoves } from './files/set-up-moves.ts';
import { ObjectLinks } from './files/object-links.ts';
import { ObjectRows } from './files/object-rows.ts';
import { ObjectStore } from './files/object-store.ts';
import { StorageRecords } from './files/storage-records.ts';
import { storageRoutes } from './files/storage-routes.ts';
import { STORED_OBJECTS } from './files/stored-objects.ts';
import { Leftovers } from './files/leftovers.ts';
import { SharedStorageCheck } from './files/shared-storage-check.ts';
import { Storages } from './files/storages.ts';
import { hostLogRoutes } from './host-log/routes.ts';
import { FIRST_START, FirstStart } from './initial-data/first-start.ts';
import { seedAccounts } from './initial-data/seed-accounts.ts';
import { addLaterMenus } from './initial-data/menu-additions.ts';
import { seedMenus } from './initial-data/seed-menus.ts';
import { seedDictionaries, seedStorages } from './initial-data/seed-settings.ts';
import { LoginRecords } from './logs/login-records.ts';
import { OperationLog } from './logs/operation-log.ts';
import { OperationRecords } from './logs/operation-records.ts';
import { pruneLogs } from './logs/prune-logs.ts';
import { RightsRecords } from './logs/rights-records.ts';
import { RoleRights } from './logs/role-rights.ts';
import { loginLogRoutes, operationLogRoutes, rightsLogRoutes } from './logs/routes.ts';
import { MENUS } from './menus/application-menus.ts';
import { KnownMenus } from './menus/known-menus.ts';
import { MenuAccess } from './menus/menu-access.ts';
import { MenuCommands } from './menus/menu-commands.ts';
import { MenuRows } from './menus/menu-rows.ts';
import { MenuSync } from './menus/menu-sync.ts';
import { menuRoutes } from './menus/routes.ts';
import { setUpMessageCenter } from './notices/center/module.ts';
import { NOTICE_FEED } from './notices/center/notice-feed.ts';
import { Notices } from './notices/notices.ts';
import { DueNotices } from './notices/due-notices.ts';
import { Receipts } from './notices/receipts.ts';
import { noticeRoutes } from './notices/routes.ts';
import { OnlineSessions } from './online/online-sessions.ts';
import { onlineRoutes } from './online/routes.ts';
import { RoleCommands } from './roles/role-commands.ts';
import { RoleDepartments } from './roles/role-departments.ts';
import { RoleMenus } from './roles/role-menus.ts';
import { RoleQueries } from './roles/role-queries.ts';
import { roleUserRoutes } from './roles/role-user-routes.ts';
import { RoleUsers } from './roles/role-users.ts';
import { roleRoutes } from './roles/routes.ts';
import { siteRoutes } from './site/routes.ts';
import { SiteSettings } from './site/site-settings.ts';
import { siteConfigRoutes } from './site-config/routes.ts';
import { tenantRoutes } from './tenants/routes.ts';
import { DataScopes } from './shared/data-scope.ts';
import { Edits } from './shared/edits.ts';
import { TENANT_PACKAGE, TenantLimits } from './shared/tenant-limits.ts';
import { TenantCache } from './tenants/tenant-cache.ts';
import { TenantRecords } from './tenants/tenant-records.ts';
import { TenantSetup } from './tenants/tenant-setup.ts';
import { scriptTokenRoutes } from './tokens/routes.ts';
import { ScriptTokens } from './tokens/script-tokens.ts';
import { Removals } from './undo/removals.ts';
import { undoRoutes } from './undo/routes.ts';
import { avatarRoutes } from './users/avatar-routes.ts';
import { Avatars } from './users/avatars.ts';
import { preferenceRoutes } from './users/preferences.ts';
import { profileRoutes } from './users/profile-routes.ts';
import { Profile } from './users/profile.ts';
import { userRoutes } from './users/routes.ts';
import { sessionInfoRoutes } from './users/session-info.ts';
import { UserCommands } from './users/user-commands.ts';
import { UserPosts } from './users/user-posts.ts';
import { UserImport } from './users/import/user-import.ts';
import { userRights } from './users/user-rights.ts';
import { UserQueries } from './users/user-queries.ts';
import { UserRoles } from './users/user-roles.ts';

const HOUR_MS = 3_600_000;

/** Logins, users, roles, menus, settings, files, tenants and logs: the system APIs. (design 2.2) */
export const systemModule: Module = defineModule({
  name: 'system',
  depends: ['http', 'data', 'infra', 'messaging'],
  async setup(ctx) {
    const auth = setUpAuth(ctx);
    ctx.provide(LoginHelper, new ContextLoginHelper());
    setUpInitialData(ctx, auth);
    const scopes = new DataScopes(auth.database);
    // Tests of applications have no roles.
    if (!ctx.services.find(ROW_REACHES)) ctx.provide(ROW_REACHES, scopes);
    const removals = setUpRemovals(ctx, auth);
    setUpUsers(ctx, auth, scopes, removals);
    setUpRoleUsers(ctx, auth, scopes);
    setUpMenusAndTenants(ctx, auth, scopes, removals);
    const notices = await setUpMessageCenter(ctx, { ...auth, removals });
    const feed = ctx.use(NOTICE_FEED);
    ctx.use(HTTP).routes(preferenceRoutes(auth.database, (userId) => feed.tell([userId])));
    const { records, values } = setUpSettings(ctx, auth, notices, removals);
    const { objects, rows } = await setUpFiles(ctx, auth, removals);
    const avatars = new Avatars({ database: auth.database, rows, objects });
    ctx.use(HTTP).routes(avatarRoutes(avatars, objects));
    const settings = new SiteSettings(auth.database, records, values);
    ctx.use(HTTP).routes(siteRoutes({ settings, history: records.history, objects }));
    setUpLogs(ctx, auth);
  },
});

function setUpInitialData(ctx: ModuleContext, { ids, passwords }: Auth): void {
  const firstStart = new FirstStart();
  ctx.provide(FIRST_START, firstStart);
  const {
    name: tenantName,
    'admin-password': adminPassword,
    'admin-password-generated': adminPasswordGenerated,
  } = ctx.config.platform;
  const initialData = ctx.use(INITIAL_DATA);
  addLaterMenus(initialData, ids);
  initialData.register('system', async (database) => {
    await seedMenus(database, ids);
    await seedAccounts(database, {
      ids,
      passwords,
      firstStart,
      tenantName,
      adminPassword,
      adminPasswordGenerated,
    });
    await seedDictionaries(database, ids);
    await seedStorages(database, ids);
  });
}

/** Records of a person's removals are looked through this often. */
const UNDO_MS = 10_000;

function setUpRemovals(ctx: ModuleContext, { database, ids }: Auth): Removals {
  const removals = new Removals({ database, ids, clock: ctx.use(DATABASE_CLOCK) });
  ctx.use(HTTP).routes(undoRoutes(removals));
  const prune = () =>
    removals
      .prune()
      .catch((error: unknown) => ctx.logger.warn('Removed records could not be forgotten', { error }));
  const timer = setInterval(() => void prune(), UNDO_MS).unref();
  ctx.onDispose(() => clearInterval(timer));
  return removals;
}

const editsOf = ({ database, clock }: Auth): Edits => new Edits(database, clock);

function setUpUsers(ctx: ModuleContext, auth: Auth, scopes: DataScopes, removals: Removals): void {
  const { database } = auth;
  const queries = new UserQueries(database, auth.factors, scopes);
  const commands = new UserCommands({
    ...auth,
    roles: new UserRoles(database, scopes, auth.rights),
    limits: new TenantLimits(database),
    posts: new UserPosts(database, scopes),
    scopes,
    log: auth.rights,
    events: ctx.use(EventPublisher),
  });
  const http = ctx.use(HTTP);
  http.routes(sessionInfoRoutes(database, auth.passwords));
  http.routes(profileRoutes(new Profile({ ...auth, users: queries }), editsOf(auth)));
  http.routes(
    userRoutes({
      queries,
      commands,
      imports: new UserImport(database, commands),
      proof: auth.proof,
      edits: editsOf(auth),
      removals,
      rightsOf: (userId) => userRights(database, userId),
    }),
  );
  const departments = new Departments(database, auth.ids, scopes);
  const deptImport = new DeptImport({ database, ids: auth.ids, scopes, departments });
  http.routes(departmentRoutes(departments, deptImport, editsOf(auth), removals));
  http.routes(postRoutes(new Posts(database, auth.ids), editsOf(auth), removals));
  http.routes(scriptTokenRoutes(new ScriptTokens(auth), auth.proof));
  http.routes(onlineRoutes(new OnlineSessions(database, auth.sessions)));
}

function setUpRoleUsers(
  ctx: ModuleContext,
  { database, factors, sessions, rights }: Auth,
  scopes: DataScopes,
): void {
  const users = new UserQueries(database, factors, scopes);
  const commands = new RoleUsers({
    database,
    scopes,
    sessions,
    roles: new UserRoles(database, scopes, rights),
  });
  ctx.use(HTTP).routes(roleUserRoutes({ roles: new RoleQueries(database), users, commands }));
}

function setUpMenusAndTenants(ctx: ModuleContext, auth: Auth, scopes: DataScopes, removals: Removals): void {
  const { database, ids, sessions, clock, rights: log } = auth;
  const http = ctx.use(HTTP);
  const rows = new MenuRows(database);
  const bus = ctx.use(CLUSTER_BUS);
  const known = new KnownMenus(database, rows, clock, () => bus.publish('menus', null));
  ctx.onDispose(
    bus.subscribe(
      'menus',
      refreshing(() => known.reread()),
    ),
  );
  const limits = new TenantLimits(database);
  ctx.provide(TENANT_PACKAGE, limits);
  const access = new MenuAccess({
    database,
    limits,
    rows,
    known,
    services: ctx.services,
    edition: ctx.config.platform.edition,
  });
  const rights = new RoleRights(database, log);
  const parts = { database, ids, rows, known, sessions, log, rights };
  http.routes(menuRoutes(access, new MenuCommands(parts), editsOf(auth), removals));
  ctx.provide(MENUS, new MenuSync(parts));
  const menus = new RoleMenus(database, access, rights);
  const departments = new RoleDepartments(database, scopes);
  const commands = new RoleCommands({ database, ids, sessions, menus, log, departments, scopes });
  const edits = editsOf(auth);
  http.routes(roleRoutes({ queries: new RoleQueries(database), commands, menus, access, edits, removals }));
  const cache = new TenantCache(database, clock, () => bus.publish('tenants', null));
  ctx.onDispose(
    bus.subscribe(
      'tenants',
      refreshing(() => cache.reread()),
    ),
  );
  http.useTenants(cache);
  http.routes(actingRoutes(new ActingTenants({ sessions, proof: auth.proof, tenants: cache })));
  const setup = new TenantSetup({ ...auth, menus: access, roleMenus: menus, log });
  const tenants = new TenantRecords({ database, clock, setup, cache, sessions, log });
  http.routes(tenantRoutes(tenants, edits));
}

/** Notices whose time has come are looked for this often. */
const DUE_MS = 30_000;

function setUpNotices(ctx: ModuleContext, auth: Auth, notices: NoticeService, removals: Removals): void {
  const { database, ids, clock } = auth;
  const due = new DueNotices({ database, clock, notices, logger: ctx.logger });
  ctx.use(HTTP).routes(
    noticeRoutes({
      notices: new Notices({ database, ids, clock, due }),
      receipts: new Receipts(database),
      edits: editsOf(auth),
      removals,
    }),
  );
  const timer = setInterval(() => {
    due.announce().catch((error: unknown) => ctx.logger.warn('Notices could not be announced', { error }));
  }, DUE_MS).unref();
  ctx.onDispose(() => clearInterval(timer));
}

function setUpSettings(ctx: ModuleContext, auth: Auth, notices: NoticeService, removals: Removals) {
  const { database, ids } = auth;
  const edits = editsOf(auth);
  const http = ctx.use(HTTP);
  const secrets = ctx.use(SECRET_BOX);
  const values = new ConfigValues(database, secrets);
  const records = new ConfigRecords(database, ids, secrets);
  const configOf = (appCode: string) =>
    new TableConfigService(new ApplicationConfig(appCode, values, records));
  ctx.use(APPLICATION_SERVICES).provide(ConfigService, configOf);
  http.routes(configRoutes(records, values, edits, removals));
  http.routes(siteConfigRoutes(values));
  const dictionaries = new TableDictService(database);
  ctx.provide(DictService, dictionaries);
  const types = new DictTypes(database, ids);
  http.routes(dictTypeRoutes(types, edits, removals));
  const data = new DictData(database, ids, types);
  const imports = new DictImport(database, data);
  http.routes(dictDataRoutes(data, imports, dictionaries, edits, removals));
  setUpNotices(ctx, auth, notices, removals);
  return { records, values };
}

async function setUpFiles(ctx: ModuleContext, { database, ids, clock }: Auth, removals: Removals) {
  const http = ctx.use(HTTP);
  const secrets = ctx.use(SECRET_BOX);
  const storages = new Storages(database, secrets, resolve(ctx.config.platform['data-dir']));
  ctx.onDispose(() => storages.close());
  const rows = new ObjectRows(database);
  const links = new ObjectLinks(ctx.use(PLATFORM_KEY), clock);
  const { logger } = ctx;
  const leftovers = new Leftovers({ database, ids, clock: ctx.use(DATABASE_CLOCK), storages, logger });
  ctx.onDispose(() => leftovers.close());
  setUpMoves(ctx, { database, ids, clock }, storages, leftovers);
  const limits = new TenantLimits(database);
  const objects = new ObjectStore({ rows, links, ids, clock, storages, leftovers, limits });
  const ossOf = (appCode: string) => new ApplicationOss(appCode, rows, objects);
  ctx.use(APPLICATION_SERVICES).provide(OssService, ossOf);
  ctx.provide(STORED_OBJECTS, objects);
  http.routes(fileRoutes(new FileRecords(database, objects), objects));
  http.routes(contentRoutes(rows, objects, links));
  const sharedStorage = sharedStorageCheck(ctx, storages);
  const records = new StorageRecords({ database, ids, secrets, storages, sharedStorage });
  http.routes(storageRoutes(records, new Edits(database, clock), removals));
  if (!sharedStorage) return { objects, rows };
  await sharedStorage.write();
  ctx.onDispose(() => sharedStorage.remove());
  if (await storages.usesLocal()) await sharedStorage.assertShared(STARTING_MS);
  return { objects, rows };
}

/** Waiting for the files of hosts that start at the same time, in milliseconds. */
const STARTING_MS = 10_000;

/** With an embedded database there is one host, which has nobody to share with. */
function sharedStorageCheck(ctx: ModuleContext, storages: Storages): SharedStorageCheck | undefined {
  const nodes = ctx.services.find(NODE_REGISTRY);
  if (!nodes || ctx.config.database.type === 'sqlite') return undefined;
  return new SharedStorageCheck({ directories: storages.localDirectories, nodes });
}

function setUpLogs(ctx: ModuleContext, { database, ids, clock }: Auth): void {
  const http = ctx.use(HTTP);
  const log = new OperationLog(database, ids, ctx.logger);
  ctx.onDispose(() => log.flush());
  ctx.onDispose(http.onAudit((record) => log.record(record)));
  ctx.onDispose(http.observe((record) => log.recordLook(record)));
  http.routes(operationLogRoutes(new OperationRecords(database)));
  http.routes(loginLogRoutes(new LoginRecords(database)));
  http.routes(rightsLogRoutes(new RightsRecords(database)));
  http.routes(hostLogRoutes(ctx));
  const keepDays = ctx.config.logging['audit-keep-days'];
  if (keepDays === 0) return;
  const prune = (): Promise<unknown> =>
    pruneLogs(database, clock, keepDays).catch((error: unknown) =>
      ctx.logger.warn('Old entries of the logs could not be removed', { error }),
    );
  const timer = setInterval(() => void prune(), HOUR_MS).unref();
  ctx.onDispose(() => clearInterval(timer));
}
