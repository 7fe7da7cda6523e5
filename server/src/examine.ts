import { askForApplication, takeSamples } from './supervisor/samples.ts';

const [, , address = '', forMs] = process.argv;
const findings =
  Number(forMs) > 0 ? await takeSamples(address, Number(forMs)) : [await askForApplication(address)];
process.stdout.write(JSON.stringify(findings), () => process.exit(0));
