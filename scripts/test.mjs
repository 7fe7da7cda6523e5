import { handOver, installDependencies, requireNode } from './lib/bootstrap.mjs';

requireNode();
installDependencies();
handOver('test.ts', process.argv.slice(2));
