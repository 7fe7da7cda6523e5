export { actuatorModule } from './module.ts';
