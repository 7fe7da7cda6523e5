import { readFileSync } from 'node:fs';
import { inspectPackage, loadPublicKey } from '@platform/package-format';

/** Inspects a package with a key, both given as arguments, and reports the growth of memory. */
const [file = '', keyFile = '', warmUp = ''] = process.argv.slice(2);
const key = loadPublicKey(readFileSync(keyFile, 'utf8'));
const inspect = (path: string) => inspectPackage(path, { mode: 'enforce', trustedKeys: [key] });
await inspect(warmUp);
const before = process.memoryUsage.rss();
let most = before;
const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
const { ok } = await inspect(file);
clearInterval(sampling);
process.send?.({ ok, moreMegabytes: (most - before) / 2 ** 20 });
