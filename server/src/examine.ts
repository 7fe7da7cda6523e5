import { askInspector } from './supervisor/ask-inspector.ts';

process.stdout.write(JSON.stringify(await askInspector(process.argv[2] ?? '')));
process.exit(0);
