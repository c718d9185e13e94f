/** What was done with the messages of visitors, the newsletter and the mails. */
export const messageWords: Record<string, string> = {
  "contact.answered": "a répondu au message",
  "mail.retried": "a renvoyé un courriel",
  "contact.archived": "a archivé le message",
  "contact.restored": "a remis dans la boîte le message",
  "newsletter.confirmed": "s’est inscrit aux nouveautés",
  "newsletter.unsubscribed": "s’est désinscrit des nouveautés",
  "newsletter.exported": "a exporté les inscrits aux nouveautés en CSV",
  "mail.refused": "a vu refuser un courriel",
}
