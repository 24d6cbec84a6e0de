-- What a firm reads of its own and the vendor's. On one PostgreSQL both are in the same tables. A cluster stores them in
-- several places: see core/server/database/citus/vendorCopies.ts.
create view shared_contents with (security_invoker) as select * from contents;
create view shared_content_sections with (security_invoker) as select * from content_sections;
create view shared_content_tags with (security_invoker) as select * from content_tags;
create view shared_files with (security_invoker) as select * from files;
create view shared_hosted_videos with (security_invoker) as select * from hosted_videos;
create view shared_tags with (security_invoker) as select * from tags;
create view shared_videos with (security_invoker) as select * from videos;
create view shared_lesson_categories with (security_invoker) as select * from lesson_categories;
create view shared_lessons with (security_invoker) as select * from lessons;
create view shared_worksheets with (security_invoker) as select * from worksheets;
create view shared_worksheet_versions with (security_invoker) as select * from worksheet_versions;
revoke insert, update, delete on shared_contents, shared_content_sections, shared_content_tags, shared_files, shared_hosted_videos, shared_tags, shared_videos,
  shared_lesson_categories, shared_lessons, shared_worksheets, shared_worksheet_versions from pursuit_app;
