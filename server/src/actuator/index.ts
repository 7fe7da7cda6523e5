export { actuatorModule } from './module.ts';
export { STOPPING } from './health/readiness.ts';
export { basicHeader, credentialsOf } from './login/credentials.ts';
export { ownCheckHeader } from './login/own-check.ts';
export { withinLimit } from './within-limit.ts';
