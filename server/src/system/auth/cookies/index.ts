export { cookieNames, SessionCookies } from './session-cookies.ts';
