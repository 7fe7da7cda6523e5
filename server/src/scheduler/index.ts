export { centerKind } from './center.ts';
export { schedulerModule } from './module.ts';
