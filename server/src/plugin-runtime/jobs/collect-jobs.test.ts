import { JobExecutor } from '@platform/plugin-sdk/job';
import { describe, expect, it } from 'vitest';
import { beanDefinitions } from '../container/bean-definition.ts';
import { Container, type Bean } from '../container/container.ts';
import { LoadRefusal } from '../contract/load-finding.ts';
import { collectJobs } from './collect-jobs.ts';

type Type = new () => object;

function beansOf(...types: Type[]): readonly Bean[] {
  const classes = types.map((type) => ({ name: `cn.platform.shop.${type.name}`, type, abstract: false }));
  const nodes = beanDefinitions(classes).map((definition) => ({ definition, dependencies: [] }));
  const container = new Container(nodes, 100);
  container.construct();
  return container.beans;
}

function jobNamed(name: string): Type {
  @JobExecutor({ name })
  class Clean {
    jobExecute(): Promise<never> {
      return Promise.reject(new Error('never runs'));
    }
  }
  return Clean;
}

function findingsOf(...types: Type[]): readonly object[] {
  try {
    collectJobs(beansOf(...types));
  } catch (error) {
    if (error instanceof LoadRefusal) return error.findings;
    throw error;
  }
  return [];
}

describe('jobs among beans', () => {
  it('have name, class and handler', () => {
    const [job] = collectJobs(beansOf(jobNamed('shop.clean-up_1')));
    expect(job).toMatchObject({ name: 'shop.clean-up_1', className: 'cn.platform.shop.Clean' });
    expect(job?.handler).toHaveProperty('jobExecute');
  });

  it.each(['', 'a b', 'shop/clean', 'x'.repeat(129)])('refuse the name "%s"', (name) => {
    expect(findingsOf(jobNamed(name))).toMatchObject([{ code: 'PLUGIN_JOB_INVALID' }]);
  });

  it('accept a name of 128 characters', () => {
    expect(findingsOf(jobNamed('x'.repeat(128)))).toEqual([]);
  });

  it('refuse a class without jobExecute(args)', () => {
    const Clean = jobNamed('clean');
    Reflect.deleteProperty(Clean.prototype as object, 'jobExecute');
    expect(findingsOf(Clean)).toMatchObject([{ code: 'PLUGIN_JOB_INVALID' }]);
  });

  it('refuse a repeated name and name both classes', () => {
    expect(findingsOf(jobNamed('clean'), jobNamed('clean'))).toMatchObject([
      { code: 'PLUGIN_JOB_DUPLICATE', message: expect.stringContaining('cn.platform.shop.Clean') as string },
    ]);
  });
});
