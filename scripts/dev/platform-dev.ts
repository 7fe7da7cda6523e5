#!/usr/bin/env node
import { applicationRepository } from './application-repository.ts';
import { runDev } from './run-dev.ts';

// npm runs scripts in the folder of package.json: the repository's root.
await runDev(applicationRepository(process.cwd(), import.meta.dirname), process.argv.slice(2));
