export { ApiClient, ApiFailure, HostUnreachable } from './api-client.ts';
export { runPlatform, type Surroundings } from './program.ts';
export { publishPackage, type Published, type StoredPackage } from './publish-package.ts';
