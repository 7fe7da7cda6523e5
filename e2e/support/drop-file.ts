import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Locator } from '@playwright/test';

/** Drops a file on a place, as from a window of files beside the browser. */
export async function dropFile(place: Locator, file: string): Promise<void> {
  const content = { name: basename(file), base64: readFileSync(file).toString('base64') };
  const dataTransfer = await place.page().evaluateHandle(({ name, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name));
    return transfer;
  }, content);
  await place.dispatchEvent('drop', { dataTransfer });
}
