import { writeFile } from 'node:fs/promises';
import { manifestJsonSchema } from '../src/manifest/json-schema.ts';

await writeFile(new URL('../app.schema.json', import.meta.url), manifestJsonSchema());
