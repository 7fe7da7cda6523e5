import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountShared } from '@/shared/testing/mount-shared.ts';
import type { FileRecord } from '../api/files-api.ts';
import PdfPreview from './PdfPreview.vue';

afterEach(() => vi.restoreAllMocks());

const file = (ossId: number) => ({ ossId, originalName: `report-${ossId}.pdf`, size: 10 }) as FileRecord;

it('design 12: shows a PDF on the page as a copy of type PDF, and lets the former copy go', async () => {
  const made: Blob[] = [];
  const released: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${made.push(blob as Blob)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void released.push(url));
  const content = vi.fn(async () => new Blob(['<script>'], { type: 'text/html' }));
  const wrapper = mountShared(PdfPreview, { props: { api: { content }, file: file(1) } });
  await flushPromises();
  expect(wrapper.get('iframe').attributes()).toMatchObject({ src: 'blob:1', title: 'report-1.pdf' });
  expect(made[0]?.type).toBe('application/pdf');
  await wrapper.setProps({ file: file(2) });
  await flushPromises();
  expect(wrapper.get('iframe').attributes('src')).toBe('blob:2');
  wrapper.unmount();
  expect(released).toEqual(['blob:1', 'blob:2']);
});
