-- What an operator has named otherwise stays.
UPDATE sys_config SET config_names = '{"zh-CN":"站点名称"}'
WHERE tenant_id = '000000' AND config_key = 'mall.name' AND config_name = 'Site name' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"站点英文名称"}'
WHERE tenant_id = '000000' AND config_key = 'mall.nameEn' AND config_name = 'Site name in English' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"站点说明"}'
WHERE tenant_id = '000000' AND config_key = 'mall.description' AND config_name = 'Site description' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"版权信息"}'
WHERE tenant_id = '000000' AND config_key = 'mall.copyright' AND config_name = 'Copyright line' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"备案号"}'
WHERE tenant_id = '000000' AND config_key = 'mall.icp' AND config_name = 'Registration number' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"标志地址"}'
WHERE tenant_id = '000000' AND config_key = 'mall.logo' AND config_name = 'Logo address' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"图标地址"}'
WHERE tenant_id = '000000' AND config_key = 'mall.favicon' AND config_name = 'Icon address' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"背景图片地址"}'
WHERE tenant_id = '000000' AND config_key = 'mall.backgroundImage' AND config_name = 'Background image address' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"所有金额的货币"}'
WHERE tenant_id = '000000' AND config_key = 'mall.currency' AND config_name = 'Currency of all amounts' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"未付款订单在多少分钟后取消"}'
WHERE tenant_id = '000000' AND config_key = 'mall.order.cancelMinutes' AND config_name = 'Minutes after which an unpaid order is cancelled' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"已发货订单在多少天后视为已收货"}'
WHERE tenant_id = '000000' AND config_key = 'mall.order.receiveDays' AND config_name = 'Days after which a shipped order counts as received' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"每支付一个货币单位所得积分"}'
WHERE tenant_id = '000000' AND config_key = 'mall.points.perUnit' AND config_name = 'Points for each whole unit of money paid' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"商品库存低于多少时提醒"}'
WHERE tenant_id = '000000' AND config_key = 'mall.stock.low' AND config_name = 'Stock at which a product is reported as running low' AND config_names IS NULL;
