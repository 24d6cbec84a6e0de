-- A sign-on that ends in an app: the hash of a word that only that app knows, which the key of the sign-on is swapped with.
alter table sign_on_attempts add column app_hash bytea;
