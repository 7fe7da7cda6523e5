export { ApiClient, ApiFailure, HostUnreachable } from './api-client.ts';
export { runPlatform, type Surroundings } from './program.ts';
export { publishPackage, type Published } from './publish-package.ts';
