import { expect, it } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import type { Task } from './task.ts';
import TaskProgress from './TaskProgress.vue';

it('design 10.5: a step that all hosts take lists the others, and how far each is', () => {
  const host = (nodeId: string, state: 'waiting' | 'done' | 'failed') => ({
    ...{ nodeId, machine: nodeId, address: 'http://10.0.0.1', state, message: null },
  });
  const task: Task = {
    ...{ taskId: 1, appCode: 'demo', kind: 'upgrade', version: '1.1.0', status: 'running' },
    ...{ currentStep: 'prepare', progress: 50, logText: '', report: null, failure: null, actor: null },
    ...{ createTime: '', updateTime: '' },
    steps: [
      { name: 'stage', status: 'succeeded', startedAt: null, durationMs: 1 },
      {
        ...{ name: 'prepare', status: 'running', startedAt: null, durationMs: null },
        hosts: [host('alpha', 'done'), host('beta', 'waiting')],
      },
    ],
  };
  const wrapper = mountShared(TaskProgress, { props: { task } });
  const hosts = wrapper.findAll('.step-hosts li').map((item) => item.text());
  expect(hosts).toEqual(['alpha http://10.0.0.1Done', 'beta http://10.0.0.1Waiting']);
  expect(wrapper.findAll('.step-hosts')).toHaveLength(1);
});
