import type { DictItem, RemoteDict } from '@platform/remote-app';
import { computed, shallowReadonly, shallowRef, type Ref } from 'vue';

/** An entry with its label in further languages. */
export interface FetchedDictItem extends DictItem {
  labels?: Readonly<Record<string, string>>;
}

export type FetchDict = (type: string) => Promise<readonly FetchedDictItem[]>;

/** Fetches each dictionary once; the next use after a failure fetches it again. */
export function createDictSource(
  fetchDict: FetchDict,
  locale: Readonly<Ref<string>>,
): (type: string) => RemoteDict {
  const dicts = new Map<string, RemoteDict>();

  function localize({ labels, ...item }: FetchedDictItem): DictItem {
    const [language = ''] = locale.value.split('-');
    return { ...item, label: labels?.[locale.value] ?? labels?.[language] ?? item.label };
  }

  return (type) => {
    const known = dicts.get(type);
    if (known) return known;
    const fetched = shallowRef<readonly FetchedDictItem[]>([]);
    const items = computed(() => fetched.value.map(localize));
    const ready = fetchDict(type).then((answer) => {
      fetched.value = answer;
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
