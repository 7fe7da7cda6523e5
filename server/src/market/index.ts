export { marketModule } from './module.ts';
export { platformMismatch } from './requirements/requirements.ts';
