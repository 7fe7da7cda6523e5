import type { DictItem, RemoteDict } from '@platform/remote-app';
import { shallowReadonly, shallowRef } from 'vue';

export type FetchDict = (type: string) => Promise<readonly DictItem[]>;

/** Fetches each dictionary once; the next use after a failure fetches it again. */
export function createDictSource(fetchDict: FetchDict): (type: string) => RemoteDict {
  const dicts = new Map<string, RemoteDict>();
  return (type) => {
    const known = dicts.get(type);
    if (known) return known;
    const items = shallowRef<readonly DictItem[]>([]);
    const ready = fetchDict(type).then((fetched) => {
      items.value = fetched;
    });
    ready.catch(() => dicts.delete(type));
    const dict: RemoteDict = {
      items: shallowReadonly(items),
      ready,
      label: (value) => items.value.find((item) => item.value === value)?.label ?? value,
    };
    dicts.set(type, dict);
    return dict;
  };
}
