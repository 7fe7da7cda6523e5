import { handOver, installDependencies, requireNode } from './lib/bootstrap.mjs';

requireNode();
installDependencies();
handOver('start.ts', process.argv.slice(2));
