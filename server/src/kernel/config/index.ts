export { MASK, withoutLogins } from './addresses.ts';
export { deploymentFolders, type DeploymentFolders } from './deployment-folders.ts';
export { configLeaves, configValue, type ConfigLeaf } from './leaves.ts';
export { CONFIG_SOURCES, loadConfig } from './load.ts';
export { unknownVariables } from './own-variables.ts';
export { environmentNames } from './sources.ts';
export type { PlatformConfig } from './schema.ts';
