export { actuatorModule } from './module.ts';
export { basicHeader, credentialsOf } from './login/credentials.ts';
export { withinLimit } from './within-limit.ts';
