import type { Page } from '@playwright/test';
import type { DevelopedRemote } from './developed-remote.ts';

export interface EditToScreenOptions {
  /** Shows the view that is edited. */
  readonly page: Page;
  readonly remote: Pick<DevelopedRemote, 'read' | 'save'>;
  /** A component with `<script setup>`, from the frontend's folder. */
  readonly file: string;
  readonly saves: number;
}

export interface EditToScreen {
  /** Milliseconds from each save of the template alone to the first frame that shows it. */
  readonly template: readonly number[];
  /** The same where the script changes too, and the component is made again. */
  readonly script: readonly number[];
}

/**
 * Saves a view repeatedly and measures the time until the change is on screen. Restores the source
 * afterwards.
 */
export async function measureEditToScreen(options: EditToScreenOptions): Promise<EditToScreen> {
  const { page, remote, file, saves } = options;
  const source = remote.read(file);
  const template: number[] = [];
  const script: number[] = [];
  const time = async (text: string, mark: string): Promise<number> => {
    const savedAt = Date.now();
    remote.save(file, text);
    return (await shownAt(page, mark)) - savedAt;
  };
  try {
    for (let number = 0; number < saves; number++) {
      const mark = `edit${number}`;
      template.push(await time(marked(source, `data-edit="${mark}"`), mark));
      const declared = source.replace(/(<script setup[^>]*>)/, `$1\nconst edited = 'script${number}';`);
      script.push(await time(marked(declared, ':data-edit="edited"'), `script${number}`));
    }
  } finally {
    remote.save(file, source);
  }
  return { template, script };
}

/** An element at the end of the view's template. */
function marked(source: string, attribute: string): string {
  const end = source.lastIndexOf('</template>');
  return `${source.slice(0, end)}<i ${attribute}></i>${source.slice(end)}`;
}

/** @returns time of the day in milliseconds, at which the frame was drawn */
async function shownAt(page: Page, mark: string): Promise<number> {
  const handle = await page.waitForFunction(
    (text) => document.querySelector(`[data-edit="${text}"]`) && Date.now(),
    mark,
    { polling: 'raf', timeout: 10_000 },
  );
  return (await handle.jsonValue()) as number;
}
