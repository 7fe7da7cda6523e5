import { platformRepository } from './dev/platform-repository.ts';
import { runDev } from './dev/run-dev.ts';

await runDev(platformRepository, process.argv.slice(2));
