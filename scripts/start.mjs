import { handOver, installDependencies, requireNode } from './lib/bootstrap.mjs';
import { answerHelp, startHelp } from './lib/help.mjs';

answerHelp(startHelp);
requireNode();
installDependencies();
handOver('start.ts', process.argv.slice(2));
