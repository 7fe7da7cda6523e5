-- What an operator has named otherwise stays.
UPDATE sys_dict_type SET dict_names = '{"zh-CN":"会员来源"}'
WHERE tenant_id = '000000' AND dict_type = 'member_source' AND dict_name = 'How members come' AND dict_names IS NULL;

UPDATE sys_dict_data SET label_names = '{"zh-CN":"门店"}'
WHERE tenant_id = '000000' AND dict_type = 'member_source' AND dict_value = 'shop' AND dict_label = 'Shop' AND label_names IS NULL;

UPDATE sys_dict_data SET label_names = '{"zh-CN":"网站"}'
WHERE tenant_id = '000000' AND dict_type = 'member_source' AND dict_value = 'web' AND dict_label = 'Website' AND label_names IS NULL;

UPDATE sys_dict_data SET label_names = '{"zh-CN":"推荐"}'
WHERE tenant_id = '000000' AND dict_type = 'member_source' AND dict_value = 'friend' AND dict_label = 'Recommendation' AND label_names IS NULL;
