export { schedulerModule } from './module.ts';
