export * from './auth.ts';
export * from './second-factor.ts';
