/**
 * What `admin-lists` measures, by the address in the site map: every one of the back office that shows rows of a table
 * that grows with the business, whole, searched and in its views. `{person}`, `{booking}`, `{product}` and `{day}` stand
 * for what both shops have. A test compares the two tables below with the site map: a new screen goes into one of them.
 */
export const adminLists: Readonly<Record<string, readonly string[]>> = {
  "/admin/aujourdhui": ["/admin/aujourdhui"],
  "/admin/bookings": [
    "/admin/bookings",
    "/admin/bookings?reservation={booking}",
    "/admin/bookings?produit={product}&jour={day}",
  ],
  "/admin/bookings/liste": [
    "/admin/bookings/liste",
    "/admin/bookings/liste?q=Vincennes",
    "/admin/bookings/liste?etat=confirmee&tri=client",
  ],
  "/admin/bookings/nouvelle": ["/admin/bookings/nouvelle", "/admin/bookings/nouvelle?q=dujardin"],
  "/admin/bookings/jour/{day}?": ["/admin/bookings/jour/{day}"],
  "/admin/bookings/{id}/fiche": ["/admin/bookings/{booking}/fiche"],
  "/admin/availability": [
    "/admin/availability",
    "/admin/availability?vue=mois&produit={product}",
    "/admin/availability?vue=annee",
  ],
  "/admin/products": ["/admin/products", "/admin/products?q=noyer"],
  "/admin/products/ordre": ["/admin/products/ordre"],
  "/admin/products/{id}": ["/admin/products/{product}"],
  "/admin/options": ["/admin/options"],
  "/admin/manuals": ["/admin/manuals"],
  "/admin/manuals/etiquettes": ["/admin/manuals/etiquettes"],
  "/admin/contracts": ["/admin/contracts", "/admin/contracts?q=dujardin"],
  "/admin/contracts/modele": ["/admin/contracts/modele"],
  "/admin/users": ["/admin/users", "/admin/users?q=dujardin", "/admin/users?tri=-reservations"],
  "/admin/users/{id}": ["/admin/users/{person}"],
  "/admin/finance": ["/admin/finance"],
  "/admin/finance/revenus": ["/admin/finance/revenus"],
  "/admin/statistiques": ["/admin/statistiques", "/admin/statistiques?periode=12-mois"],
  "/admin/journal": ["/admin/journal", "/admin/journal?q=dujardin"],
  "/admin/messages": ["/admin/messages", "/admin/messages?q=dujardin"],
  "/admin/mails": ["/admin/mails", "/admin/mails?q=dujardin"],
  "/admin/newsletter": ["/admin/newsletter", "/admin/newsletter?q=dujardin"],
  "/admin/faq": ["/admin/faq"],
  "/admin/testimonials": ["/admin/testimonials"],
  "/admin/legal": ["/admin/legal"],
  "/admin/legal/{page}": ["/admin/legal/cgv"],
  "/admin/recherche": ["/admin/recherche?q=dujardin", "/admin/recherche?q=Vincennes"],
}

/** What shows one thing of a size of its own, answers no page, or is all of something as a file; and why. */
export const noLists: Readonly<Record<string, string>> = {
  "/admin": "the site's configuration, one row",
  "/admin/site-config": "the site's configuration, one row",
  "/admin/about": "one text",
  "/admin/services": "one text and the pictures of its carousel",
  "/admin/bookings/{number}": "one booking, with what happened to it",
  "/admin/bookings/{number}/contrat.pdf": "a file of one booking",
  "/admin/bookings/{number}/contrat.txt": "a file of one booking",
  "/admin/journal/effacements": "the periods, and the last times that each was applied",
  "/admin/mails/modeles": "the mails that the shop can write, as many in every shop",
  "/admin/mails/modeles/{template}": "one mail and its sentences",
  "/admin/mails/modeles/{template}/apercu": "one mail as it is sent",
  "/admin/annuler": "a verb; opened, it leads back",
  "/admin/bookings.csv": "a file with all of its rows",
  "/admin/finance/revenus.csv": "a file with all of its rows",
  "/admin/newsletter.csv": "a file with all of its rows",
  "/admin/*": "an address without a screen",
}
