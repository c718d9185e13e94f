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
