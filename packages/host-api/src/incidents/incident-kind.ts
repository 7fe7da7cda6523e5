import { oneOf } from '../contract/index.ts';

/** What happened to a host; the last four ended its process. (design 10.3) */
export const incidentKind = oneOf('uncaught', 'stray', 'hold', 'blocked', 'memory', 'crashed', 'killed');
