export { migrationsFor } from './database/migration-plan.ts';
export { Migrator } from './database/migrator.ts';
export { readScripts } from './disk/migration-folder.ts';
export { marketModule } from './module.ts';
export { OPERATION_TIMES } from './tasks/operation-times.ts';
export { platformMismatch } from './requirements/requirements.ts';
