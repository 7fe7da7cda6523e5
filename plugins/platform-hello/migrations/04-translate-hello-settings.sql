-- What an operator has named otherwise stays.
UPDATE sys_config SET config_names = '{"zh-CN":"站点名称"}'
WHERE tenant_id = '000000' AND config_key = 'hello.name' AND config_name = 'Site name' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"站点英文名称"}'
WHERE tenant_id = '000000' AND config_key = 'hello.nameEn' AND config_name = 'Site name in English' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"站点说明"}'
WHERE tenant_id = '000000' AND config_key = 'hello.description' AND config_name = 'Site description' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"版权信息"}'
WHERE tenant_id = '000000' AND config_key = 'hello.copyright' AND config_name = 'Copyright line' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"备案号"}'
WHERE tenant_id = '000000' AND config_key = 'hello.icp' AND config_name = 'Registration number' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"标志地址"}'
WHERE tenant_id = '000000' AND config_key = 'hello.logo' AND config_name = 'Logo address' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"图标地址"}'
WHERE tenant_id = '000000' AND config_key = 'hello.favicon' AND config_name = 'Icon address' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"背景图片地址"}'
WHERE tenant_id = '000000' AND config_key = 'hello.backgroundImage' AND config_name = 'Background image address' AND config_names IS NULL;

UPDATE sys_config SET config_names = '{"zh-CN":"演示的问候语"}'
WHERE tenant_id = '000000' AND config_key = 'hello.greeting' AND config_name = 'Greeting of the demonstration' AND config_names IS NULL;
