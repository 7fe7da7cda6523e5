import { serviceToken } from '../service.ts';
import type { PlatformConfig } from './schema.ts';

export { configLeaves, type ConfigLeaf } from './leaves.ts';
export { loadConfig, type ConfigInput, type LoadedConfig } from './load.ts';
export type { PlatformConfig } from './schema.ts';

export const CONFIG = serviceToken<PlatformConfig>('config');
