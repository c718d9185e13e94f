/** Invented people live at towns that exist, so that distances are real; their mail goes to a name that cannot exist. */
export const firstNames = [
  "Adèle", "Agathe", "Alban", "Alice", "Amadou", "Anaïs", "Antonin", "Apolline", "Arthur", "Aurélie", "Baptiste", "Bérénice", "Camille",
  "Capucine", "Céleste", "Clément", "Colette", "Côme", "Damien", "Diane", "Edgar", "Élise", "Émile", "Esther", "Étienne", "Fanny",
  "Félix", "Flora", "Gabin", "Garance", "Hélène", "Henri", "Hugo", "Inès", "Jade", "Joseph", "Juliette", "Karim", "Léonie", "Lina",
  "Louis", "Lucie", "Malik", "Manon", "Mathilde", "Nadia", "Noé", "Océane", "Oscar", "Pauline", "Philippine", "Rose", "Sacha", "Salomé",
  "Samir", "Théo", "Valentine", "Victor", "Yanis", "Zoé",
] as const

export const lastNames = [
  "Abeillon", "Ardouin", "Aubrac", "Barbezieux", "Beaulieu", "Belhomme", "Boisrond", "Bonnefoy", "Bréchard", "Cardinaud", "Castelnau",
  "Chabrillac", "Charmeton", "Clairvaux", "Corbière", "Courcelles", "Delorme", "Desrosiers", "Duchâtel", "Dujardin", "Escoffon", "Estève",
  "Fauconnier", "Ferrandon", "Fontbonne", "Garancher", "Gaudry", "Grandval", "Guérinet", "Hautbois", "Jolivet", "Kermadec", "Labrunie",
  "Lafontan", "Lamarque", "Lavigne", "Lecourbe", "Lormeau", "Malzieu", "Marchandeau", "Mirabel", "Montclar", "Morillon", "Navarre",
  "Neuville", "Ormesson", "Palissy", "Perdrigeon", "Peyrelade", "Pontarlier", "Quillacq", "Rochebrune", "Rosambert", "Sauvageot",
  "Savignac", "Tavernier", "Thibaudet", "Valmorin", "Verneuil", "Vidalenc",
] as const

export const towns = [
  ["94340", "Joinville-le-Pont"], ["94300", "Vincennes"], ["75011", "Paris"], ["93100", "Montreuil"], ["92330", "Sceaux"],
  ["78000", "Versailles"], ["77300", "Fontainebleau"], ["91120", "Palaiseau"], ["95300", "Pontoise"], ["60500", "Chantilly"],
  ["28000", "Chartres"], ["45000", "Orléans"], ["51100", "Reims"], ["94130", "Nogent-sur-Marne"], ["92100", "Boulogne-Billancourt"],
] as const

export const streets = [
  "rue de la République", "avenue Jean-Jaurès", "rue des Lilas", "place du Marché", "chemin des Vignes", "quai de la Marne",
  "rue du Moulin", "boulevard Voltaire", "allée des Tilleuls", "rue Pasteur",
] as const

export const machines = [
  "Photobooth", "Borne à selfies", "Miroir photo", "Borne d’arcade", "Juke-box", "Flipper", "Jeu de palets", "Machine à pop-corn",
  "Barbe à papa", "Lettres lumineuses",
] as const

export const finishes = [
  "noyer", "chêne", "laiton", "ivoire", "bleu nuit", "vert sapin", "terre cuite", "corail", "anthracite", "bordeaux", "sable", "cuivre",
  "céladon", "ocre", "prune", "ardoise", "nacre", "pin", "moutarde", "cerise", "olive", "écru", "cobalt", "lilas", "rouille", "menthe",
  "caramel", "graphite", "bouleau", "merisier",
] as const

export const questions = [
  "Bonjour, livrez-vous jusque chez nous le vendredi soir ?", "Bonjour, combien de photos un rouleau contient-il ?",
  "Bonjour, le miroir passe-t-il par une porte de 80 cm ?", "Faut-il une prise de courant tout près de la borne ?",
  "Nous serions cent vingt invités : un seul photobooth suffit-il ?", "Peut-on mettre les prénoms des mariés sur les tirages ?",
  "Restez-vous sur place pendant la soirée ?", "Quand faut-il rendre la machine après une fête du samedi ?",
  "Acceptez-vous un bon de commande d’une mairie ?", "Le jardin n’est pas couvert : que se passe-t-il s’il pleut ?",
] as const

export const answers = [
  "Oui, avec plaisir. Nous arrivons deux heures avant vos invités.", "Oui : choisissez l’option au moment de réserver.",
  "Une prise ordinaire à moins de cinq mètres suffit.", "Nous reprenons la machine le lendemain, à l’heure qui vous convient.",
  "Pour autant d’invités, nous conseillons deux rouleaux de plus.", "Un auvent suffit, pourvu que la machine reste au sec.",
] as const

export const subjects = ["Votre réservation a été modifiée", "Vos dates ont changé", "Votre adresse de livraison a été corrigée", "Une option a été ajoutée"] as const
