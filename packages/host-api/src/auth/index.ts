export * from './acting.ts';
export * from './auth.ts';
export * from './second-factor.ts';
export * from './oidc.ts';
