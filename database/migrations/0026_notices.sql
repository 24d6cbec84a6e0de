-- What there is to tell is said by the features that tell it: a line of an inbox may be of any kind, about anything, and come to any end.

alter table notifications drop constraint notifications_kind_check;
alter table notifications drop constraint notifications_answered_check;
alter table notifications rename column target_id to subject_id;
alter index notifications_by_target rename to notifications_by_subject;
