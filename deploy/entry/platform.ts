#!/usr/bin/env node
import { refuseOldNode } from '../../server/src/startup/node-version.ts';

refuseOldNode();
await import('./command.ts');
