import { Component } from '@platform/plugin-sdk/core';
import { Scheduled } from '@platform/plugin-sdk/job';
import { Controller, Get } from '@platform/plugin-sdk/web';
import { describe, expect, it } from 'vitest';
import type { PluginClass } from '../modules/plugin-module.ts';
import { beanDefinitions } from './bean-definition.ts';
import { strayDecorators } from './stray-decorators.ts';

class Plain {
  @Scheduled({ every: '1h' })
  tick(): void {}
}

@Component()
class Derived extends Plain {}

@Component()
class Routed {
  @Get('/x')
  x(): number {
    return 1;
  }
}

@Controller('/shop')
class Routes {
  @Get('/x')
  x(): number {
    return 1;
  }
}

const found = (type: new () => object, abstract = false): PluginClass => ({
  name: `cn.platform.shop.${type.name}`,
  type,
  abstract,
});
const messagesOf = (...classes: PluginClass[]): string[] =>
  strayDecorators(classes, beanDefinitions(classes)).map(({ message }) => message);

describe('stray decorators', () => {
  it('are found on a class that is not a bean', () => {
    expect(messagesOf(found(Plain))).toEqual([
      'cn.platform.shop.Plain has @Scheduled, but is not a bean: it would never be called.',
    ]);
  });

  it('are found on routes of a bean that is not a controller', () => {
    expect(messagesOf(found(Routed))).toEqual([
      'cn.platform.shop.Routed has a route, but is not a controller: it would never be called.',
    ]);
    expect(messagesOf(found(Routes))).toEqual([]);
  });

  it('are inherited from an abstract class or the base class of a bean', () => {
    expect(messagesOf(found(Plain, true))).toEqual([]);
    expect(messagesOf(found(Plain), found(Derived))).toEqual([]);
  });
});
