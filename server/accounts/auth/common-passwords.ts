/** From zxcvbn's frequency list (MIT licence, © Dan Wheeler, Dropbox and zxcvbn-ts), with French additions. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  000000 007007 01012011 010203 020202 030303 100000 101010 102030 111111 11111111 111111111111 111222
  112233 11223344 1122334455 121212 123123 123123a 1232323q 123321 12344321 1234554321 123456 1234567
  12345678 123456789 1234567890 123456789012 1234567890123 123456789a 123456789q 12345678a 1234567a 123456a
  123456abcdef 123456q 12345a 12345q 12345qwert 1234azer 1234qwer 1234qwerasdf 123654 123654789 123789
  123abc 123azerty 123qwe 123qweasd 12qwaszx 131313 134679 141414 147258 147258369 147852 147852369 151515
  159357 159753 159951 1a2b3c 1a2b3c4d 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc
  1qazxsw2 202020 212121 252525 258456 315475 321654 456123 4815162342 654321 666666 696969 741852 741852963
  7777777 789456 789456123 852456 8675309 9379992 963852741 987654321 a12345 a123456 a1234567 a12345678
  a123456789 a1b2c3 a1b2c3d4 a1z2e3r4 a1z2e3r4t5 aaa111 abc123 abc123456789 abcd1234 abcdef1 abcdefghijkl
  abcdefghijklm access accord action adidas admin123 admin1234 admin123456 admin12345678 admin2024 admin2025
  admin2026 admin@123 adminadmin administrateur administrateur1 administrateur123 administrator
  administrator1 adrian adrien airborne alabama alaska albert alexande alexander alexandr alexandra
  alexandre alexis algerie algerie213 alicia alison allezlom allison alpha1 alyssa amanda america american
  amour123 amoureuse amoureux anderson andrea andrew andrey angela angels animal anthony antoine antonio
  apollo apples arcenciel arizona arnaud arnold arsenal arthur asd123 asdasd asdf1234 asdfasdf asdfgh
  asdfghjk asdfghjkl ashley asterix august aurelie austin automne avalon avatar awesome aze123 azeqsd
  azeqsdwxc azer1234 azerty azerty01 azerty1 azerty12 azerty123 azerty1234 azerty123456 azerty2024
  azerty2025 azerty2026 azerty31 azerty59 azerty75 azertyui azertyuiop azertyuiop123 azertyuiopqs
  azertyuiopqsd azsxdc azsxdcfv babygirl badass badboy badger baguette bailey balavoine bambam banana bandit
  baptiste barbara barney baseball basket basketball bastien batman baxter beatles beavis bebe123 benjamin
  benzema berlin bernard bibiche biboune bienvenue bienvenue1 bigboy bigdaddy bigdog bigman bigred birdie
  bishop biteme blazer blink182 blizzard blowme bmw123 bollocks bonbon bond007 bonjour bonjour1 bonjour123
  bonjour123456 bonjour2024 bonjour2025 bonjour2026 bonnie bonsoir boogie boomer bordeaux bordeaux33 boston
  boutique bradley brandon brandy braves brazil brenda bretagne bretagne29 britney brittany bronco broncos
  brooke brooklyn brother brutus bubba1 bubbles buddha buddy1 budlight buffalo bulldog bulldogs bullet
  bureau bureau123 burton buster butter caesar calvin camaro camembert cameron camille canada canaille
  captain carambar caramel cardinal carlos carmen carolina caroline carrie carter cartman casper cassie
  catch22 celine celine1 celtic cerise champion chance changeme changeme1234 changemenow changemoi
  changezmoi charles charlie charlie1 charlotte cheese chelsea cherokee cherry chester cheval cheval1
  chevaux chevelle cheyenne chicago chicken chipie chloe123 chocolat chocolat1 chopper chouchou chouchou1
  choupette choupette1 choupinette christ christin christine christophe chronic cinema citroen cjkysirj
  claire clara123 classic claudia clavier clement clio16 cocacola coccinelle cocorico coffee college
  colorado compaq computer connexion connor cookie cooper copper coquine coquinette corentin corsaire
  corse20 corsica corvette coucou coucou1 coucou123 cougar courtney cowboy cowboys crapule creative cricket
  croissant crystal cyrille dakota dallas damien dancer danger daniel danielle danse123 darkness darkside
  dauphin dauphins debbie december decembre denise dennis denver destiny devils dexter diablo diamond diesel
  digger digital dimanche disney doctor doggie dolphin dolphins dominique domino donald donkey doudou
  doudou1 doudoune douglas dragon dragonball dreamer dreams driver droitaubut drowssap drummer ducati duncan
  eagle1 eagles eclipse edouard edward egalite einstein electric elephant elizabet elodie emeline emilie
  eminem empire enfants england enigma entreprise equitation essai123 ete2024 ete2025 ete2026 etienne etoile
  etoile1 eugene evenement everton explorer extreme fabien fabrice facebook falcon famille famille1 family
  fantasy farmer fender ferrari fevrier fireman fishing fktrcfylh florian florida flower flowers fluffy
  flyers foot123 football football1 football1234 forest forever fortnite fraise framboise france france123
  france2018 france98 francis francois francoise frankie franklin fraternite freddy frederic freedom
  freeuser friday friend friends fripouille froggy fromage fyfcnfcbz fylhtq gabriel gaetan galina galore
  gandalf garfield gateway gators gauloise gemini general genesis genius geoffrey george georgia gfhjkm
  ghbdtn giants gibson ginger goblue godzilla golden goldman golfer goober google gordon gregory grenouille
  guadeloupe guillaume guinguette1 guinguette123 guinness guitar guitare gunner hallyday hammer handball
  hannah happy1 harley hawaii heather heaven hello1 hello123 helpme hendrix hercules hiphop hirondelle
  hitman hiver123 hobbes hockey holiday horney horses hotdog hotrod houston howard hummer hunter iceman
  identifiant iloveyou iloveyou1234 iloveyouforever indian indochine infinity inscription internet invite
  iphone ireland ironman isabelle iwantu jackass jackie jackson jaguar janvier jardin jasmine jasper jeffrey
  jennifer jeremy jerome jessica jessie jester jetaime jetaime1 jetaime123 johnny johnny1 johnson jonathan
  jordan jordan23 joseph joshua jtaime julien juliette junior jupiter justice justin juventus karina
  kawasaki kenneth kermit kevin123 killer kimberly kirill kitten klaster knight kramer kristen kristina
  lacrosse laetitia lafrance lakers lapuce lareunion lasvegas lauren laurence laurent lawrence leather
  leatitia legend leo123 lesenfants leslie letmein letmein1 letmein123456 libellule liberte liberty licorne
  lifehack lille59 lincoln little liverpoo liverpool lizard location logitech lol123 london louise louise1
  loulou loulou1 louloute lovelove lovely loveme loveyou lucie123 lucky1 ludovic lumiere lundi123 lyon69
  lyonnais maddog madison madmax madonna magasin maggie magnum maison maison1 maksim maman1 maman123
  mamanpapa mamie123 mamounette mamour manutd mapuce marcus margaux mariage mariage1 marina marine marines
  marion marlboro marley maroc123 marseil marseille marseille1 marseille13 marshall martin martinique marvin
  maryjane master mathieu mathilde matrix matthew matthieu maverick maxime maximus maxwell mbappe mbappe10
  mdp123 mdp1234 megane melanie melissa member mercedes merci123 mercury merlin mesamours mesenfants
  metallic metallica mexico michael michael1 michel michelle michigan mickael mickey midnight miller
  minecraft minette minou123 minouche mitchell mohamed moietmoi moietoi monamour moncoeur monday money1
  monica monkey monmotdepasse monster montana montpellier mookie morgan morgane motdepass motdepasse
  motdepasse1 motdepasse123 motdepasse1234 motdepasse2024 motdepasse2025 motdepasse2026 mother motorola
  motpasse mountain mozart muffin murphy musique musique1 mustang mylene nanou123 nantes44 naruto nascar
  natalie natasha nathalie nathan naughty ncc1701 ncc1701d nelson nemesis newport newyork nicholas nicolas
  nicole nikita nintendo nirvana nissan noel2024 noel2025 noel2026 norman normandie nothing nounou nounours
  november novembre nutella obelix october octobre oksana oliver olivia olivier olympique om1313 online
  ophelie orange ordinateur packers pakistan pamela pandora pantera panther panthere panthers papa123
  papamaman papillon papy123 paradise paris1 paris123 paris75 parisg parisien parissaintgermain parissg
  parker pascal passe123 passion passport passw0rd passw0rd1234 password password1 password123 password1234
  password2024 password2025 password2026 passwordpassword patches patricia patrick patriots pauline pauline1
  peaches peanut pearljam peekaboo penguin people pepper petanque peugeot phantom philippe phoenix
  photobooth piano123 picard pickle pikachu pirate platini platinum player please pokemon police polina
  poohbear pookie poopoo popcorn porsche portugal portugal1 poupee poupette predator prince princess
  princesse princesse1 printemps private provence provisoire psg123 psycho puce123 pumpkin purple q1w2e3
  q1w2e3r4 q1w2e3r4t5 qaz123 qazwsx qazwsxedc qazxsw qqq111 qsdfgh qsdfghjklm quentin qwaszx qwe123 qweasd
  qweasdzxc qweqwe qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwerty12345 qwerty123456 qwertyu qwertyui
  qwertyuiop qwertyuiop123 qwertyuiopas rabbit rachel racing raider raiders rainbow ranger rangers raphael
  raphael1 raptor rascal rasdzv3 raymond rebecca red123 reddog redrum redskins redsox redwings reggie renaud
  renault rennes35 republique reunion974 ribery richard robbie robert rocket roland rolltide romain ronald
  ronaldo rooster root123 rosebud rugby123 runner rush2112 ruslan russell russia sabrina saints salut123
  samantha samedi samson samsung samuel sandman sandra sandrine sasuke saturn savoie scarface school scooby
  scooter scorpio scorpion scotland scotty sebastien secret secret1 secret123 security semperfi septembre
  serega sergey severine shadow shaggy shannon sharon shelby shorty sierra silver simone simple simpson
  simpsons skipper skippy skyline slayer slipknot smokey smooth snickers sniper snoopy snowball soccer
  societe softball soleil soleil1 soleil12 soleil123 soleil2024 soleil2025 soleil2026 sophie sophie1 souris
  sparky speedy spencer spider spiderma spiderman spirit spitfire spooky sports spring stalker stanley
  stargate startrek starwars steelers stella stephane stephanie stephen sterling steven stinky strasbourg
  stupid sublime success summer sunshine sunshine1234 superman superman1234 surfer suzuki svetlana swordfis
  sydney sylvain sylvie system t'aime taurus taylor telephone temporaire tennis teresa test123 test1234
  tester testing testtest theman theo123 therock thomas thomas123 thumper thunder thx1138 tiffany tiger1
  tigers tigger tigrou timothy tinker tintin titanic titoune toietmoi tomcat toor123 topgun tortue toujours
  toulouse toulouse31 tourterelle toyota travis trinity tristan trouble trustno1 tucker tunisie turkey
  turtle tweety twingo united utilisateur vacances vacances1 valentin valentine valerie vampire vanessa
  vanille vegeta vendredi veronica veronique vfhbyf vfrcbv victor victoria victory viking vikings vincent
  vincent1 vision visiteur vivelafrance vladimir voiture voodoo voyager walker walter warcraft warrior
  weekend welcome welcome123 welcome12345 westside whatever wildcat wildcats william williams willie willow
  wilson windows winner winston winter wizard wolfpack wolverin wombat wxcvbn wxcvbn123 xavier yamaha yankee
  yankees yannick yellow yfnfif yohann youtube zachary zaq12wsx zaq12wsxcde3 zidane zidane10 zinedine zombie
  zxc123 zxcvbn zxcvbnm
`
    .trim()
    .split(/\s+/),
)
