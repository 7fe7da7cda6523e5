export { holdRuntime, t, useRuntime } from '@platform/remote-app/ui';
