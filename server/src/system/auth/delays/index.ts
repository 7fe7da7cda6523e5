export { LoginAttempts } from './login-attempts.ts';
