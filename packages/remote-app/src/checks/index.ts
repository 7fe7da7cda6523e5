export { checkGlobals } from './check-globals.ts';
export { checkRemote } from './check-remote.ts';
export type { CheckFinding } from './finding.ts';
export { readCheckedProject } from './read-project.ts';
