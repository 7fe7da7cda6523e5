import type { UserPreferences } from '@platform/host-api';
import { watch } from 'vue';
import { lookMembers, readPreferences, sharedMembers, type Preferences } from './preferences.ts';

type Member = (typeof sharedMembers)[number];
type Shared = Pick<Preferences, Member | 'owner'>;

/** The shared members alone: a store holds more, such as the whole of Pinia. */
const sharedOf = (preferences: Shared): object =>
  Object.fromEntries(sharedMembers.map((member) => [member, preferences[member]]));

/**
 * Takes over what the server keeps of a person, and sends what changes from then on: one request at
 * a time, each with the members that differ. What could not be sent goes with the next change.
 *
 * @param userId whose they are; what this browser has of somebody else is not taken over
 * @param kept the server's; members that it lacks stay as this browser has them
 * @returns stops it
 */
export function sharePreferences(
  preferences: Shared,
  userId: number,
  kept: UserPreferences,
  send: (change: UserPreferences) => Promise<unknown>,
): () => void {
  if (preferences.owner !== 0 && preferences.owner !== userId) {
    const initial = readPreferences(null, preferences.locale);
    const own = sharedMembers.filter((member) => !lookMembers.some((look) => look === member));
    Object.assign(preferences, Object.fromEntries(own.map((member) => [member, initial[member]])));
  }
  // A newer host may keep what this shell does not know.
  const read = readPreferences(JSON.stringify({ ...sharedOf(preferences), ...kept }), preferences.locale);
  Object.assign(preferences, sharedOf(read), { owner: userId });
  const textOf = (member: Member): string => JSON.stringify(preferences[member]);
  const known = new Map(sharedMembers.map((member) => [member, textOf(member)]));
  let sending = false;

  async function sendChanges(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      for (let changed = differing(); changed.length > 0; changed = differing()) {
        const sent = changed.map((member) => [member, textOf(member)] as const);
        await send(Object.fromEntries(sent.map(([member, text]) => [member, JSON.parse(text)])));
        for (const [member, text] of sent) known.set(member, text);
      }
    } catch {
      // The browser has it, and the next change tries again.
    } finally {
      sending = false;
    }
  }

  const differing = () => sharedMembers.filter((member) => known.get(member) !== textOf(member));
  return watch(
    () => sharedMembers.map(textOf),
    () => void sendChanges(),
  );
}
