import { oneOf } from '../contract/index.ts';

/** Kind of an incident of a host; the last four ended its process. (design 10.3) */
export const incidentKind = oneOf('uncaught', 'stray', 'hold', 'blocked', 'memory', 'crashed', 'killed');
