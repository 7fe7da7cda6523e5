import { applications } from './0001-applications.ts';
import { identity } from './0002-identity.ts';
import { administration } from './0003-administration.ts';
import { jobs } from './0004-jobs.ts';
import { catalog } from './0005-catalog.ts';
import { messages } from './0006-messages.ts';
import { codeOwners } from './0007-code-owners.ts';
import { storedPackages } from './0008-stored-packages.ts';
import { logins } from './0009-logins.ts';
import { nodeNumbers } from './0010-node-numbers.ts';
import { privateFiles } from './0011-private-files.ts';
import { operatorScripts } from './0012-operator-scripts.ts';
import { sealedSecrets } from './0013-sealed-secrets.ts';
import { secondFactors } from './0014-second-factors.ts';
import { passwordHistory } from './0015-password-history.ts';
import { scriptTokens } from './0016-script-tokens.ts';
import { userIdentities } from './0017-user-identities.ts';
import { rightsLog } from './0018-rights-log.ts';
import { providerAccounts } from './0019-provider-accounts.ts';
import { incidents } from './0020-incidents.ts';
import { nodes } from './0021-nodes.ts';
import { ring } from './0022-ring.ts';
import { hostVersions } from './0023-host-versions.ts';
import { operationChanges } from './0024-operation-changes.ts';
import { records } from './0025-records.ts';
import { departments } from './0026-departments.ts';
import { phases } from './0027-phases.ts';
import { storageMoves } from './0028-storage-moves.ts';
import { configHistory } from './0029-config-history.ts';
import { backups } from './0030-backups.ts';
import { providerSessions } from './0031-provider-sessions.ts';
import { actingTenants } from './0032-acting-tenants.ts';
import { userPreferences } from './0033-user-preferences.ts';
import { noticeAudiences } from './0034-notice-audiences.ts';
import { userLists } from './0035-user-lists.ts';
import { processOrigins } from './0036-process-origins.ts';
import { undo } from './0037-undo.ts';
import { userNames } from './0038-user-names.ts';
import { noticeTranslations } from './0039-notice-translations.ts';
import { applicationTexts } from './0040-application-texts.ts';
import { nodeCaches } from './0041-node-caches.ts';
import { dictionaryNames } from './0042-dictionary-names.ts';
import { settingNames } from './0043-setting-names.ts';
import type { Migration } from '../migration.ts';

/** The host's migrations, in the order of their names. Only ever append. */
export const hostMigrations: readonly Migration[] = [
  applications,
  identity,
  administration,
  jobs,
  catalog,
  messages,
  codeOwners,
  storedPackages,
  logins,
  nodeNumbers,
  privateFiles,
  operatorScripts,
  sealedSecrets,
  secondFactors,
  passwordHistory,
  scriptTokens,
  userIdentities,
  rightsLog,
  providerAccounts,
  incidents,
  nodes,
  ring,
  hostVersions,
  operationChanges,
  records,
  departments,
  phases,
  storageMoves,
  configHistory,
  backups,
  providerSessions,
  actingTenants,
  userPreferences,
  noticeAudiences,
  userLists,
  processOrigins,
  undo,
  userNames,
  noticeTranslations,
  applicationTexts,
  nodeCaches,
  dictionaryNames,
  settingNames,
];
