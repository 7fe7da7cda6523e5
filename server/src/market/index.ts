export { marketModule } from './module.ts';
export { OPERATION_TIMES } from './tasks/operation-times.ts';
export { platformMismatch } from './requirements/requirements.ts';
