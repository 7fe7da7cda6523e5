export { startTestApplication } from './start-test-application.ts';
