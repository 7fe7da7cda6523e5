export { actuatorModule } from './module.ts';
export { credentialsOf } from './login/credentials.ts';
