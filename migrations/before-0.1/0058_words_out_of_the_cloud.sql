-- Words that the owner does not want to see in the cloud of the about page, in any order, as they typed them.
alter table about_page_content
  add column cloud_without text not null default '';
