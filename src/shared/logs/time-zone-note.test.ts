import { expect, it } from 'vitest';
import { mountShared } from '@/shared/testing/mount-shared';
import TimeZoneNote from './TimeZoneNote.vue';

it('finding 24: the zone of log times is named', () => {
  const note = mountShared(TimeZoneNote);
  expect(note.text()).toBe(`Times in ${Intl.DateTimeFormat().resolvedOptions().timeZone}`);
  note.unmount();
});

it('is the zone that the person has chosen, as are the times', () => {
  const note = mountShared(TimeZoneNote, { timeZone: 'Asia/Tokyo' });
  expect(note.text()).toBe('Times in Asia/Tokyo');
  note.unmount();
});
