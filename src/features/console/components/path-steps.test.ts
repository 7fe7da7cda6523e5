import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import PathSteps from './PathSteps.vue';

it('findings: interface 15: a step is in the past tense once it is done', async () => {
  const { page } = await mountPage(PathSteps, {
    messages: { console: messages },
    props: { reached: 0 },
    http: {},
  });
  const words = page.findAll('.path__word').map((word) => word.text());
  expect(words).toEqual(['Uploaded', 'Save', 'Publish', 'List']);
});
