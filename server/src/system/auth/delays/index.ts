export { LoginAttempts } from './login-attempts.ts';
export { networkOf } from './network.ts';
