-- What was put back has no undo of its own any more: the record names it like every other change of the same thing.
alter table events disable trigger events_append_only;

update events set action = case action
    when 'site.image-put-back' then 'site.image-changed'
    when 'page.image-put-back' then 'page.image-changed'
    when 'product.image-put-back' then 'product.image-set'
    when 'option.image-put-back' then 'option.image-set'
    when 'testimonial.portrait-put-back' then 'testimonial.portrait-changed'
    when 'manual.put-back' then 'manual.saved'
  end
  where action in ('site.image-put-back', 'page.image-put-back', 'product.image-put-back', 'option.image-put-back',
    'testimonial.portrait-put-back', 'manual.put-back');

alter table events enable trigger events_append_only;
