export { runCreateApp } from './cli/run-create-app.ts';
export { runCreateRepository } from './cli/run-create-repository.ts';
export { CreateAppError } from './errors.ts';
