export { monitorModule } from './module.ts';
