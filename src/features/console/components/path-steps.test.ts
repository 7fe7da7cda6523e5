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

it('design 8.3: marks what is done, and the next step as the current one', async () => {
  const steps = async (reached: number) => {
    const { page } = await mountPage(PathSteps, {
      messages: { console: messages },
      props: { reached },
      http: {},
    });
    return page
      .findAll('li')
      .map((step) => [
        ...[step.attributes('data-done'), step.find('svg').exists(), step.attributes('aria-current')],
      ]);
  };
  const [done, next, ahead] = [
    ['true', true, undefined],
    ['false', false, 'step'],
    ['false', false, undefined],
  ];
  expect(await steps(-1)).toEqual([next, ahead, ahead, ahead]);
  expect(await steps(1)).toEqual([done, done, next, ahead]);
  expect(await steps(3)).toEqual([done, done, done, done]);
});
