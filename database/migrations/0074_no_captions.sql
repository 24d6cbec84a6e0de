-- A lesson of a firm in which nothing is said has no captions, not a file without any.
update firm_lessons set captions = '' where captions <> '' and position('-->' in captions) = 0;
