import {
  actuatorContracts,
  diagnosisContracts,
  environmentContracts,
  healthContracts,
  inspectionContracts,
  loggerContracts,
  metricContracts,
  supplyContracts,
} from './actuator/index.ts';
import { actingContracts, authContracts, oidcContracts, secondFactorContracts } from './auth/index.ts';
import { catalogContracts } from './catalog/index.ts';
import { catalogTokenContracts, listingContracts, versionContracts } from './console/index.ts';
import type { Contract } from './contract/index.ts';
import { developmentContracts, pluginDevelopmentContracts } from './development/index.ts';
import { apiDocsContracts } from './docs/index.ts';
import { doctorContracts } from './doctor/index.ts';
import {
  fileContentContracts,
  fileContracts,
  storageContracts,
  storageMoveContracts,
} from './files/index.ts';
import { incidentContracts } from './incidents/index.ts';
import { installContracts } from './installs/index.ts';
import { marketContracts } from './market/index.ts';
import { messagingContracts } from './messaging/index.ts';
import { seriesContracts, slowContracts, upkeepContracts, workContracts } from './monitor/index.ts';
import { nodeContracts } from './nodes/index.ts';
import { runtimeContracts } from './runtime/index.ts';
import { schedulerContracts, schedulerOverviewContracts, schedulerRunContracts } from './scheduler/index.ts';
import {
  configuredProviderContracts,
  departmentContracts,
  dictionaryContracts,
  dictionaryEntryContracts,
  hostLogContracts,
  loginLogContracts,
  menuContracts,
  avatarContracts,
  messageCenterContracts,
  noticeContracts,
  onlineContracts,
  operationLogContracts,
  postContracts,
  preferenceContracts,
  profileContracts,
  rightsLogContracts,
  roleContracts,
  roleUserContracts,
  scriptTokenContracts,
  sessionInfoContracts,
  settingContracts,
  siteConfigContracts,
  siteContracts,
  tenantContracts,
  undoContracts,
  userContracts,
} from './system/index.ts';
import { taskContracts } from './tasks/index.ts';

const areas = [
  actuatorContracts,
  apiDocsContracts,
  actingContracts,
  authContracts,
  catalogContracts,
  catalogTokenContracts,
  developmentContracts,
  diagnosisContracts,
  configuredProviderContracts,
  departmentContracts,
  dictionaryContracts,
  dictionaryEntryContracts,
  doctorContracts,
  environmentContracts,
  fileContentContracts,
  fileContracts,
  healthContracts,
  hostLogContracts,
  incidentContracts,
  inspectionContracts,
  installContracts,
  listingContracts,
  loggerContracts,
  loginLogContracts,
  marketContracts,
  menuContracts,
  messageCenterContracts,
  messagingContracts,
  metricContracts,
  nodeContracts,
  noticeContracts,
  oidcContracts,
  onlineContracts,
  operationLogContracts,
  pluginDevelopmentContracts,
  postContracts,
  preferenceContracts,
  avatarContracts,
  profileContracts,
  rightsLogContracts,
  roleContracts,
  roleUserContracts,
  runtimeContracts,
  schedulerContracts,
  schedulerOverviewContracts,
  schedulerRunContracts,
  secondFactorContracts,
  scriptTokenContracts,
  seriesContracts,
  slowContracts,
  sessionInfoContracts,
  settingContracts,
  siteConfigContracts,
  siteContracts,
  storageContracts,
  storageMoveContracts,
  supplyContracts,
  taskContracts,
  tenantContracts,
  undoContracts,
  upkeepContracts,
  userContracts,
  versionContracts,
  workContracts,
];

/** Every route of the host. The development routes exist with `platform.development` only. */
export const hostContracts: readonly Contract[] = areas.flatMap((area) => Object.values<Contract>(area));
