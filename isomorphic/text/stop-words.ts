export const stopWords: ReadonlySet<string> = new Set(
  `
  les des une aux ces ses mes tes nos vos leur leurs mon ton son notre votre
  cet cette ceux celui celle celles cela ceci ça tel telle tels telles quel quelle quels quelles
  moi toi lui elle elles ils eux nous vous soi même mêmes autre autres autrui
  qui que quoi dont où lequel laquelle lesquels lesquelles auquel auxquels auxquelles duquel desquels desquelles
  quiconque quelque quelques quelqu quelqu’un quelques-uns chaque chacun chacune plusieurs certain certaine certains
  certaines aucun aucune nul nulle personne rien tout toute tous toutes maint
  avec sans sous sur dans par pour vers chez entre parmi depuis pendant avant après devant derrière contre malgré
  selon dès hors jusque jusqu outre envers sauf durant via lors près loin dessus dessous dedans dehors voici voilà
  mais donc car ni or et ou si comme lorsque lorsqu puisque puisqu quoique quoiqu quand tandis afin alors ainsi aussi
  cependant pourtant toutefois néanmoins sinon soit
  pas plus moins très trop peu assez bien mal mieux tant autant beaucoup tellement presque environ surtout encore
  toujours jamais souvent parfois déjà bientôt tard tôt hier demain aujourd’hui aujourd hui maintenant puis ensuite
  enfin ici là là-bas ailleurs partout non oui seulement vraiment simplement notamment également plutôt peut-être
  autour ensemble pourquoi comment combien ci-dessous ci-dessus ci-joint au-dessus au-dessous
  au-delà vis-à-vis est-à-dire tout-à-fait quelques-unes uns unes
  bas haut cas fois chose choses façon manière sorte etc
  être suis est sommes êtes sont étais était étions étiez étaient fus fut fûmes furent serai sera serons serez seront
  serais serait serions seriez seraient sois soyons soyez soient été étant
  avoir avons avez ont avais avait avions aviez avaient eut eurent aurai aura aurons aurez auront aurais aurait aurions
  auriez auraient aie ait ayons ayez aient eue eus ayant
  faire fais fait faites faisons font faisait faisaient fera feront ferons ferez ferait fasse fassent faisant
  aller vais vas allons allez vont allait ira iront irez aille
  pouvoir peux peut pouvons pouvez peuvent pouvait pourra pourrez pourrons pourront pourrait pourriez puisse puissent pu
  devoir dois doit devons devez doivent devait devra devrez devront devrait
  vouloir veux veut voulons voulez veulent voulait voudra voudrez voudrait veuillez
  savoir sais sait savons savez savent saura saurez falloir faut fallait faudra faudrait
  dire dit disons dites disent mettre met mettons mettez mettent
  deux trois quatre cinq six sept huit neuf dix cent mille
  `
    .split(/\s+/)
    .filter(Boolean),
)
