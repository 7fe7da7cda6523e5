import { refuseOldNode } from '../../server/src/startup/node-version.ts';

// As for a wrong field: a restart does not mend it.
refuseOldNode(78);
await import('./start.ts');
