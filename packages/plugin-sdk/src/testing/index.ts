export { testApplication } from './test-application.ts';
export type {
  RecordedMessage,
  TestAnswer,
  TestApplication,
  TestApplicationOptions,
  TestHost,
  TestLogLine,
  TestRequest,
  TestUser,
} from './contract.ts';
