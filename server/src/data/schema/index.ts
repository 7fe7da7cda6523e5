import type {
  AppInfoTable,
  AppInstallTable,
  AppSchemaHistoryTable,
  AppTaskTable,
  AppVersionMenuTable,
  AppVersionTable,
} from './applications.ts';
import type {
  AppCatalogTokenTable,
  AppCodeKeyTable,
  AppPackageTable,
  AppVersionContentTable,
} from './catalog.ts';
import type {
  SysBackupTable,
  SysOssConfigTable,
  SysOssLeftoverTable,
  SysOssMoveTable,
  SysOssTable,
} from './files.ts';
import type {
  SysLoginFailureTable,
  SysLogoutTokenTable,
  SysPasswordHistoryTable,
  SysRecoveryCodeTable,
  SysRoleMenuTable,
  SysRoleTable,
  SysSessionTable,
  SysTenantTable,
  SysUserFactorTable,
  SysTokenTable,
  SysUserIdentityTable,
  SysDeptTable,
  SysPostTable,
  SysRoleDeptTable,
  SysUserPostTable,
  SysUserRoleTable,
  SysUserTable,
} from './identity.ts';
import type { SysIncidentTable, SysQuarantineTable } from './incidents.ts';
import type { SysJobLogTable, SysJobTable } from './jobs.ts';
import type { SysLoginLogTable, SysOperLogTable, SysRightsLogTable } from './logs.ts';
import type { SysMenuTable } from './menus.ts';
import type { SysMessageQueueTable, SysMessageTable, SysUserNoticeTable } from './messages.ts';
import type { SysRingTable } from './monitor.ts';
import type {
  AppDesiredTable,
  AppPhaseHostTable,
  AppPhaseTable,
  SysNodeAppTable,
  SysNodeNumberTable,
  SysNodeTable,
} from './nodes.ts';
import type { SysSqlScriptTable } from './operator-scripts.ts';
import type {
  SysConfigHistoryTable,
  SysConfigTable,
  SysDictDataTable,
  SysDictTypeTable,
  SysNoticeTable,
} from './settings.ts';
import type { SysUndoTable } from './undo.ts';

/** The host's tables, names exactly as in the database. (design 2.1) */
export interface HostSchema {
  app_info: AppInfoTable;
  app_version: AppVersionTable;
  app_version_content: AppVersionContentTable;
  app_install: AppInstallTable;
  app_version_menu: AppVersionMenuTable;
  app_schema_history: AppSchemaHistoryTable;
  app_task: AppTaskTable;
  app_catalog_token: AppCatalogTokenTable;
  app_code_key: AppCodeKeyTable;
  app_package: AppPackageTable;
  sys_tenant: SysTenantTable;
  sys_user: SysUserTable;
  sys_role: SysRoleTable;
  sys_user_role: SysUserRoleTable;
  sys_dept: SysDeptTable;
  sys_post: SysPostTable;
  sys_user_post: SysUserPostTable;
  sys_role_dept: SysRoleDeptTable;
  sys_role_menu: SysRoleMenuTable;
  sys_session: SysSessionTable;
  sys_token: SysTokenTable;
  sys_login_failure: SysLoginFailureTable;
  sys_logout_token: SysLogoutTokenTable;
  sys_user_factor: SysUserFactorTable;
  sys_recovery_code: SysRecoveryCodeTable;
  sys_user_identity: SysUserIdentityTable;
  sys_password_history: SysPasswordHistoryTable;
  sys_menu: SysMenuTable;
  sys_config: SysConfigTable;
  sys_config_history: SysConfigHistoryTable;
  sys_dict_type: SysDictTypeTable;
  sys_dict_data: SysDictDataTable;
  sys_notice: SysNoticeTable;
  sys_oss: SysOssTable;
  sys_oss_config: SysOssConfigTable;
  sys_oss_move: SysOssMoveTable;
  sys_oss_leftover: SysOssLeftoverTable;
  sys_backup: SysBackupTable;
  sys_oper_log: SysOperLogTable;
  sys_login_log: SysLoginLogTable;
  sys_rights_log: SysRightsLogTable;
  sys_job: SysJobTable;
  sys_job_log: SysJobLogTable;
  sys_message_queue: SysMessageQueueTable;
  sys_message: SysMessageTable;
  sys_user_notice: SysUserNoticeTable;
  sys_node_number: SysNodeNumberTable;
  sys_node: SysNodeTable;
  app_desired: AppDesiredTable;
  app_phase: AppPhaseTable;
  app_phase_host: AppPhaseHostTable;
  sys_node_app: SysNodeAppTable;
  sys_sql_script: SysSqlScriptTable;
  sys_incident: SysIncidentTable;
  sys_quarantine: SysQuarantineTable;
  sys_ring: SysRingTable;
  sys_undo: SysUndoTable;
}

export type { InstallStatus, ListingStatus, TaskKind, TaskStatus, VersionStatus } from './applications.ts';
