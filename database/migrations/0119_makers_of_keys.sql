-- Who created a key by id, so that deactivating a person lists the keys they leave behind. Older keys get it from the audit log.
alter table api_tokens add column made_by_id uuid;
alter table scim_tokens add column made_by_id uuid;
alter table webhooks add column made_by_id uuid;
update api_tokens t set made_by_id = a.actor_id from audit_log a
  where a.org_id = t.org_id and a.subject_id = t.id and a.action = 'token.made';
update scim_tokens t set made_by_id = a.actor_id from audit_log a
  where a.org_id = t.org_id and a.subject_id = t.id and a.action = 'scim.key_made';
update webhooks t set made_by_id = a.actor_id from audit_log a
  where a.org_id = t.org_id and a.subject_id = t.id and a.action = 'webhook.added';
