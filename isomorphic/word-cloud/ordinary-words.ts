/**
 * Words that mean something in a sentence and nothing in a cloud: no company would say them of itself. Verbs in the forms
 * that a page about a company uses, measures of time, and what is broken, refused or left behind. The rest is the owner's.
 */
export const ordinaryWords: ReadonlySet<string> = new Set(
  `
  an ans année années mois semaine semaines jour jours journée heure heures minute minutes seconde secondes
  lundi mardi mercredi jeudi vendredi samedi dimanche matin midi après-midi soir soirs soirée soirées nuit week-end
  janvier février mars avril juin juillet août septembre octobre novembre décembre
  longtemps début milieu suite côté côtés bord bout coin air plein pleine part parts lieu moment moments ligne lignes
  mot mots type types genre nombre partie exemple question questions réponse réponses demande demandes
  premier première premiers premières dernier dernière derniers dernières seul seule seuls seules nouveau nouvelle
  nouveaux nouvelles ancien ancienne anciens anciennes petit petite petits petites grand grande grands grandes court
  courte gros grosse long longue fort forte forts fortes entier entière propre propres possible possibles
  panne pannes casse casser casses cassé cassée problème problèmes souci soucis erreur erreurs retard retards attente
  attentes raté ratée ratés ratées perdu perdue cher chère chers chères prix tarif tarifs facture surprise surprises
  trace traces litige plainte remboursement annulation caution pénalité tombe tombent tombé
  refuse refusent refusé refuser cesse cessé cesser manque manquent manqué
  affiche affichent afficher affiché aime aimer aimons aimez aiment appelle appelez appeler appelons arrive arrivent
  arrivé arriver attend attendre attendez attendons attendent change changer changez changent changé choisir choisissez
  choisit commence commencer comprend comprendre comprenons compris comprise comprises confirme confirmer confirmez
  connaît connaissons connaissez contacte contacter contactez contactons croire croit dansé découvre découvrir découvrez
  demander demandez devient donne donner donnons écrire écrivez essaie essayer essayez existe existent fabrique fini finir
  garde garder gardent gardons installe installer installons laisse laisser livre livrer livrons marche marchent marcher
  monte monter montera née nés né ouvert ouverte ouvre ouvrir parle parler parlerez parlez parlons passe passer passez
  passait pense penser porte porter prend prendre prenez prenons range ranger reçoit regarde remplace remplacer remplacent
  répare réparer réparons répond répondre répondons reste rester restent revenir reviennent revient réserver réservez
  suivent suivre suit tient tenir tiennent tombe tourne travaille travailler travaillons trouve trouver trouvez utilise
  utiliser venez venir vient viennent vivre voir voyez vu vue rallongé adouci conduisons dessinons construit construite
  confirmiez
  `
    .split(/\s+/)
    .filter(Boolean),
)
