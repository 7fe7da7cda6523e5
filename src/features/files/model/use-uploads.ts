import { onScopeDispose, reactive } from 'vue';
import { isAborted } from '@/shared/http';
import type { FilesApi, Visibility } from '../api/files-api.ts';

/** A file on its way. */
export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly visibility: Visibility;
  /** 0 to 100. */
  percent: number;
  error: unknown;
  running: boolean;
}

/** Files that are uploaded one after the other; leaving the page ends them. Use within setup. */
export function useUploads(api: Pick<FilesApi, 'upload'>, stored: () => void) {
  const uploads = reactive<Upload[]>([]);
  const ending = new AbortController();
  let last: Promise<void> = Promise.resolve();
  let keys = 0;

  function add(files: Iterable<File>, visibility: Visibility): void {
    for (const file of files) {
      keys += 1;
      uploads.push({ key: keys, file, visibility, percent: 0, error: undefined, running: true });
      const own = uploads.at(-1);
      if (own) start(own);
    }
  }

  function start(upload: Upload): void {
    upload.running = true;
    upload.error = undefined;
    last = last.then(() => send(upload));
  }

  async function send(upload: Upload): Promise<void> {
    if (ending.signal.aborted || !uploads.includes(upload)) return;
    try {
      await api.upload(
        upload.file,
        upload.visibility,
        ({ percent }) => (upload.percent = percent),
        ending.signal,
      );
      dismiss(upload);
      stored();
    } catch (error) {
      if (!isAborted(error)) upload.error = error;
    } finally {
      upload.running = false;
    }
  }

  function dismiss(upload: Upload): void {
    const at = uploads.indexOf(upload);
    if (at >= 0) uploads.splice(at, 1);
  }

  onScopeDispose(() => ending.abort());
  return { uploads, add, retry: start, dismiss };
}
