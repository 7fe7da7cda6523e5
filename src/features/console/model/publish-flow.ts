import { computed, reactive, ref, shallowRef } from 'vue';
import { ApiError, isAborted, type UploadProgress } from '@/shared/http';
import type { ConsoleApi } from '../api/console-api.ts';
import type { CountedListing, NewVersion, ParsedPackage, Version } from '@platform/host-api';

/** Where a package is on its way into the market. `refused` leads back to another file. */
export type PublishStage = 'choose' | 'uploading' | 'refused' | 'uploaded' | 'saved' | 'published' | 'listed';

/** Steps shown to the person. */
export const publishPath = ['uploaded', 'saved', 'published', 'listed'] as const satisfies PublishStage[];

export interface PublishFlowOptions {
  api: Pick<ConsoleApi, 'parse' | 'find' | 'versions' | 'save' | 'publish' | 'setListed'>;
  /** A refusal that needs no upload. */
  check: (file: File) => Promise<ApiError | undefined>;
  /** The refusal of a version that is saved already: only another file helps. */
  taken: (parsed: ParsedPackage) => ApiError;
}

/**
 * The way of one package: uploaded, saved, published, listed, each by one step (design 8.3). What
 * was typed stays through refusals and failures; no step runs twice at a time.
 */
export function createPublishFlow({ api, check, taken }: PublishFlowOptions) {
  const stage = ref<PublishStage>('choose');
  const file = shallowRef<File>();
  const progress = shallowRef<UploadProgress>();
  const parsed = shallowRef<ParsedPackage>();
  const listing = shallowRef<CountedListing>();
  const saved = shallowRef<Version>();
  const error = shallowRef<unknown>();
  const busy = ref(false);
  const form = reactive({ releaseNotes: '', name: '', description: '' });
  let upload: AbortController | undefined;

  const reached = computed(() => publishPath.findIndex((step) => step === stage.value));
  /** Whether leaving would lose input. */
  const unsaved = computed(
    () =>
      stage.value === 'uploading' ||
      stage.value === 'uploaded' ||
      (reached.value === -1 && form.releaseNotes.trim() !== ''),
  );

  async function choose(chosen: File) {
    if (busy.value || reached.value > 0) return;
    upload?.abort();
    const controller = new AbortController();
    upload = controller;
    file.value = chosen;
    parsed.value = undefined;
    progress.value = undefined;
    error.value = undefined;
    stage.value = 'uploading';
    try {
      const refusal = await check(chosen);
      if (refusal) throw refusal;
      const result = await api.parse(chosen, {
        signal: controller.signal,
        onProgress: (step) => {
          if (upload === controller) progress.value = step;
        },
      });
      const known = await api.find(result.appCode, controller.signal);
      if (known && (await isTaken(known, result, controller.signal))) throw taken(result);
      if (upload !== controller) return;
      parsed.value = result;
      listing.value = known;
      if (!known && form.name === '') form.name = result.name;
      stage.value = 'uploaded';
    } catch (failure) {
      if (upload !== controller || isAborted(failure)) return;
      error.value = failure;
      stage.value = 'refused';
    }
  }

  async function isTaken({ appId }: CountedListing, { version }: ParsedPackage, signal: AbortSignal) {
    return (await api.versions(appId, signal)).some((each) => each.version === version);
  }

  /** Discards an upload or an unsaved package; input is kept. */
  function cancel() {
    if (reached.value > 0) return;
    upload?.abort();
    upload = undefined;
    file.value = undefined;
    parsed.value = undefined;
    error.value = undefined;
    stage.value = 'choose';
  }

  async function step(from: PublishStage, work: () => Promise<PublishStage>) {
    if (busy.value || stage.value !== from) return;
    busy.value = true;
    error.value = undefined;
    try {
      stage.value = await work();
    } catch (failure) {
      error.value = failure;
    } finally {
      busy.value = false;
    }
  }

  const saveAs = (confirmed: Pick<NewVersion, 'confirmKey'>) =>
    step('uploaded', async () => {
      if (!parsed.value) return 'choose';
      saved.value = await api.save({ ...versionOf(parsed.value, listing.value, form), ...confirmed });
      return 'saved';
    });
  const save = () => saveAs({});
  /** Saves a package whose code belongs to another key, after the person confirmed it. */
  const saveWithKey = (confirmKey: string) => saveAs({ confirmKey });

  const publish = () =>
    step('saved', async () => {
      if (saved.value) await api.publish(saved.value.versionId);
      return listing.value?.status === 1 ? 'listed' : 'published';
    });

  const list = () =>
    step('published', async () => {
      if (saved.value) await api.setListed(saved.value.appId, true);
      return 'listed';
    });

  /** Both steps by one press; what fails is the next step. */
  async function publishAndList() {
    await publish();
    await list();
  }

  function reset() {
    if (busy.value) return;
    upload?.abort();
    upload = undefined;
    stage.value = 'choose';
    for (const value of [file, progress, parsed, listing, saved, error]) value.value = undefined;
    Object.assign(form, { releaseNotes: '', name: '', description: '' });
  }

  return {
    stage,
    reached,
    file,
    progress,
    parsed,
    listing,
    saved,
    error,
    busy,
    form,
    unsaved,
    choose,
    cancel,
    save,
    saveWithKey,
    publish,
    list,
    publishAndList,
    reset,
  };
}

/**
 * The key to confirm, where a code belongs to another than the package is signed with. (design
 * 9.7-56)
 */
export function newKeyOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'PACKAGE_KEY_CHANGED') return undefined;
  return (error.details as { keyId?: string } | undefined)?.keyId;
}

/** The upload was swept before a version was saved from it: only sending the file again helps. */
export function isSwept(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PACKAGE_MISSING';
}

/** Name and description go with a new application; one that is known keeps its own. */
function versionOf(
  parsed: ParsedPackage,
  listing: CountedListing | undefined,
  form: { releaseNotes: string; name: string; description: string },
): NewVersion {
  const typed = {
    releaseNotes: form.releaseNotes.trim(),
    ...(listing ? {} : { name: form.name.trim(), description: form.description.trim() }),
  };
  return {
    packageUrl: parsed.packageUrl,
    packageSha256: parsed.packageSha256,
    ...(listing ? { appId: listing.appId } : {}),
    ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
  };
}
