import { useI18n } from 'vue-i18n';

/** Texts of the host, whose numbers and names the words take over. */
const TEXTS: ReadonlyArray<readonly [key: string, form: RegExp]> = [
  ['held', /^The process held the event loop for (?<seconds>[\d.]+) s while its memory grew/],
  [
    'outside',
    /^The memory outside of V8's heap grew to (?<size>\d+) MiB, its limit\. The process was ended\.$/,
  ],
  ['blocked', /^The event loop was blocked for (?<seconds>[\d.]+) s\. The process was ended\.$/],
  ['waited', /^The event loop was blocked for (?<ms>\d+) ms\.$/],
  ['memory', /^The process ran out of memory\.$/],
  ['ended', /^The process was ended by (?<signal>\w+)\.$/],
  ['code', /^The process ended with code (?<code>\w+)\.$/],
  ['crashed', /^The process crashed by (?<signal>\w+)\.$/],
  ['load', /^The process ended during the load\.$/],
  ['turn', /^(?<what>.+) blocked the event loop for (?<ms>\d+) ms, and all other requests with it$/s],
];

/** The event in the person's language; the error of an application as it was thrown. */
export function useIncidentText(): (message: string) => string {
  const { t } = useI18n();
  return (message) => {
    for (const [key, form] of TEXTS) {
      const found = form.exec(message);
      if (found) return t(`shared.incident.${key}`, found.groups ?? {});
    }
    return message;
  };
}
