export { clusterModule } from './module.ts';
export { NODE_REGISTRY } from './node-registry.ts';
export { LoadMeter } from './node-load.ts';
