import { bundleServer } from './lib/bundle-server.ts';
import { inRoot } from './lib/paths.ts';

await bundleServer(inRoot('server/dist'));
