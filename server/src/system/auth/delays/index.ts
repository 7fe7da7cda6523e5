export { LoginAttempts, type Attempt } from './login-attempts.ts';
