-- Answers of the help centre that said otherwise than the pages, where the shop has not put them in its own words: what is
-- included, how far a socket may be, and the button for other dates.
update faq_entries set answer = replace(answer,
    'Pour les tirages, ajoutez des packs à l’étape Options',
    'La page de chaque machine dit combien de photos imprimées sont comprises dans la location. Pour plus de tirages, ajoutez des packs à l’étape Options')
  where slug = 'packs-photo';

update faq_entries set answer = replace(replace(answer,
    'à moins de dix mètres. Comptez ',
    U&'à moins de 20\00A0m. La machine prend '),
    ' pour la plateforme 360. La borne de table fonctionne',
    U&' pour la plateforme 360\202F; une place de 3\00A0×\00A05\00A0m en laisse aussi à vos invités. La borne de table se pose sur une table et fonctionne')
  where slug = 'place-et-courant';

update faq_entries set answer = replace(answer,
    'écrivez-nous ou appelez-nous. Nous vous montrons',
    U&'le bouton «\00A0Demander d’autres dates\00A0» est sur la page de votre réservation. Pour les options, écrivez-nous ou appelez-nous. Nous vous montrons')
  where slug = 'changer-de-date' and answer not like '%Demander d’autres dates%';
