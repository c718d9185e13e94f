-- Answers of the help centre that promised more than is built, where the shop has not put them in its own words.
update faq_entries set answer = replace(answer,
    'choisissez autant de jours que vous voulez dans le calendrier.',
    'choisissez vos jours dans le calendrier, jusqu’à 60 par demande.')
  where slug = 'plusieurs-jours';

update faq_entries set answer = replace(answer,
    'Chaque geste est noté avec le nom de celui qui l’a fait.',
    'Chaque demande envoyée, modifiée ou retirée en son nom est notée avec le nom de celui qui l’a fait, et un e-mail vous prévient tous les deux.')
  where slug = 'reserver-pour-quelqu-un';
