import { handOver, installDependencies, requireNode } from './lib/bootstrap.mjs';

requireNode();
installDependencies();
handOver('dev.ts', process.argv.slice(2));
