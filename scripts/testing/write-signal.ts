import { writeFileSync } from 'node:fs';

const [, , file = ''] = process.argv;
process.on('SIGTERM', () => {
  writeFileSync(file, 'SIGTERM');
  process.exit(0);
});
// Only now: a signal without a listener would end the process unseen.
writeFileSync(file, 'ready');
setInterval(() => undefined, 60_000);
