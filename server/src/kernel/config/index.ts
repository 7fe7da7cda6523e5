export { deploymentFolders, type DeploymentFolders } from './deployment-folders.ts';
export { configLeaves } from './leaves.ts';
export { loadConfig } from './load.ts';
export type { PlatformConfig } from './schema.ts';
