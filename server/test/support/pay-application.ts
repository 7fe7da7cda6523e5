import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageApplication, readSigningKey } from '@platform/packager';
import { inRoot } from '../../../scripts/lib/paths.ts';

/** A payment application without money: what is paid and given back is said over HTTP. */
const files: Readonly<Record<string, string>> = {
  'app.json': JSON.stringify({
    code: 'pay',
    name: 'Pay',
    version: '1.0.0',
    platform: '>=1.0.0 <2',
    menus: [],
  }),
  'package.json': JSON.stringify({
    name: '@plugins/platform-pay',
    version: '1.0.0',
    type: 'module',
    peerDependencies: { '@platform/plugin-sdk': '^1.0.0' },
  }),
  'src/service/test-pay.service.ts': `
import { EventPublisher, PayRefundSuccessEvent } from '@platform/plugin-sdk/core';
import { PayService, PluginService, type Payment, type PaymentRequest } from '@platform/plugin-sdk/plugin';

@PluginService(PayService, { inject: [EventPublisher] })
export class TestPayService extends PayService {
  readonly requests = new Map<string, PaymentRequest>();
  refusing = false;
  constructor(private readonly events: EventPublisher) { super(); }

  override async pay(request: PaymentRequest): Promise<Payment> {
    const payNo = 'P-' + request.orderNo;
    this.requests.set(payNo, request);
    return { payNo, channel: 'card', redirectUrl: 'https://pay.example/' + payNo };
  }

  override async refund(payNo: string, amount: string): Promise<string> {
    if (this.refusing) throw new Error('The bank is closed.');
    const { orderNo, appCode } = this.requests.get(payNo)!;
    const refundNo = 'R-' + payNo;
    const refundedAt = new Date().toISOString();
    await this.events.publish(new PayRefundSuccessEvent({ orderNo, refundNo, payNo, amount, appCode, refundedAt }));
    return refundNo;
  }
}
`,
  'src/controller/pay.controller.ts': `
import { EventPublisher, PaySuccessEvent } from '@platform/plugin-sdk/core';
import { Controller, Post, Type, type Ctx } from '@platform/plugin-sdk/web';
import { TestPayService } from '../service/test-pay.service.ts';

const doneSchema = { params: Type.Object({ payNo: Type.String() }), body: Type.Object({ amount: Type.Optional(Type.String()) }) };
const bankSchema = { body: Type.Object({ refusing: Type.Boolean() }) };

@Controller('/pay', { inject: [TestPayService, EventPublisher] })
export class PayController {
  constructor(private readonly payments: TestPayService, private readonly events: EventPublisher) {}

  @Post('/:payNo/done', { schema: doneSchema })
  async done({ params: { payNo }, body }: Ctx<typeof doneSchema>) {
    const { orderNo, userId, amount, appCode } = this.payments.requests.get(payNo)!;
    const values = { orderNo, payNo, userId, amount: body.amount ?? amount, channel: 'card', appCode };
    await this.events.publishAndWait(new PaySuccessEvent({ ...values, paidAt: new Date().toISOString() }));
    return { amount };
  }

  @Post('/bank', { schema: bankSchema })
  bank({ body }: Ctx<typeof bankSchema>) {
    this.payments.refusing = body.refusing;
  }
}
`,
};

/** Packages it in a directory. @returns the signed package */
export async function packPayApplication(directory: string): Promise<string> {
  const pluginDir = join(directory, 'plugins', 'platform-pay');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(pluginDir, path)), { recursive: true });
    writeFileSync(join(pluginDir, path), text);
  }
  symlinkSync(inRoot('node_modules'), join(pluginDir, 'node_modules'));
  const { file } = await packageApplication({
    pluginDir,
    outDir: directory,
    root: directory,
    signingKey: await readSigningKey(inRoot('plugins/keys/private.pem')),
    typeCheck: false,
  });
  return file;
}
