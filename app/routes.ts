import { type RouteConfig, index, layout, prefix, route } from "@react-router/dev/routes"

/**
 * The site map: every URL and its file. Guards stand where a group begins, as its layout's middleware, and again in
 * the verbs: site = everybody, account = signed in, admin = administrators (others are sent to /).
 */
export default [
  layout("routes/site/layout.tsx", [
    index("routes/site/home.tsx"),
    route("catalog", "routes/site/catalog.tsx"),
    route("product/:id", "routes/site/product.tsx"),
    route("book", "routes/site/book.tsx"),
    route("book/:id", "routes/site/book-product.tsx"),
    route("booking/confirmation", "routes/site/booking-confirmation.tsx"),
    route("account", "routes/account/account.tsx"),
    route("connexion", "routes/site/connexion.tsx"),
    route("inscription", "routes/site/inscription.tsx"),
    route("deconnexion", "routes/site/deconnexion.tsx"),
    route("services", "routes/site/services.tsx"),
    route("about", "routes/site/about.tsx"),
    route("faq", "routes/site/faq.tsx"),
    route("manual/:id", "routes/site/manual.tsx"),
    route("legal/cookies", "routes/legal/cookies.tsx"),
    route("legal/:page", "routes/legal/text.tsx"),
    route("contact", "routes/site/contact.tsx"),
    route("newsletter", "routes/site/newsletter.tsx"),
    route("newsletter/confirmer/:token", "routes/site/newsletter-confirm.tsx"),
    route("newsletter/desinscription/:token", "routes/site/newsletter-unsubscribe.tsx"),
    route("sitemap", "routes/site/sitemap.tsx"),
    route("*", "routes/site/not-found.tsx"),
  ]),
  ...prefix("admin", [
    layout("routes/admin/layout.tsx", [
      index("routes/admin/site-config.tsx", { id: "admin-index" }),
      route("site-config", "routes/admin/site-config.tsx"),
      route("about", "routes/admin/about.tsx", { id: "admin-about" }),
      route("services", "routes/admin/services.tsx", { id: "admin-services" }),
      route("testimonials", "routes/admin/testimonials.tsx"),
      route("faq", "routes/admin/faq.tsx", { id: "admin-faq" }),
      route("legal", "routes/admin/legal.tsx", { id: "admin-legal" }),
      route("legal/:page", "routes/admin/legal-text.tsx"),
      route("messages", "routes/admin/messages.tsx"),
      route("mails", "routes/admin/mails.tsx"),
      route("newsletter", "routes/admin/newsletter.tsx", { id: "admin-newsletter" }),
      route("newsletter.csv", "routes/admin/newsletter-csv.ts"),
      route("apercu", "routes/admin/preview.ts"),
      route("bookings", "routes/admin/bookings.tsx"),
      route(":screen", "routes/admin/coming.tsx"),
    ]),
  ]),
  // For search engines, link previews and home screens.
  route("sitemap.xml", "routes/machine/sitemap-xml.ts"),
  route("robots.txt", "routes/machine/robots.ts"),
  route("manifest.webmanifest", "routes/machine/manifest.ts"),
  route("og/:file", "routes/machine/link-preview.ts"),
  route("icones/:file", "routes/machine/icons.ts"),
  route("favicon.svg", "routes/machine/icons.ts", { id: "favicon-svg" }),
  route("favicon.ico", "routes/machine/icons.ts", { id: "favicon-ico" }),
  route("apple-touch-icon.png", "routes/machine/icons.ts", { id: "apple-touch-icon" }),
  // For machines: health, files, and the small answers that scripts ask for.
  route("healthz", "routes/machine/healthz.ts"),
  route("readyz", "routes/machine/readyz.ts"),
  route("metrics", "routes/machine/metrics.ts"),
  route("theme.css", "routes/machine/theme.ts"),
  route("files/*", "routes/machine/files.ts"),
  route("manual/:id/qr.png", "routes/machine/manual-qr.ts"),
  route("api/session", "routes/machine/session.ts"),
  route("api/addresses", "routes/machine/addresses.ts"),
] satisfies RouteConfig
