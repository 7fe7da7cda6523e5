import { handOver, installDependencies, requireNode } from './lib/bootstrap.mjs';
import { answerHelp, testHelp } from './lib/help.mjs';

answerHelp(testHelp);
requireNode();
installDependencies();
handOver('test.ts', process.argv.slice(2));
