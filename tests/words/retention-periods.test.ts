import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** Each table with the beginning of its retention row on the privacy page. */
const retentionRows: Readonly<Record<string, readonly string[]>> = {
  Compte: ["users", "profiles", "days_off", "credentials", "second_factors", "recovery_codes"],
  "Notes de notre équipe": ["customer_notes", "booking_notes"],
  Connexions: ["sessions"],
  "Accès partagés, clés d’accès, adresses d’agenda": ["shared_accounts", "passkeys", "calendar_feeds"],
  "Liens et codes envoyés par e-mail, tentatives de connexion": [
    "mail_links",
    "email_changes",
    "pending_sign_ins",
    "passkey_challenges",
    "throttles",
    "signing_codes",
    "booking_links",
    "quote_links",
  ],
  "Dates gardées dans le panier": ["carts", "cart_items"],
  "Réservation commencée et non envoyée": ["booking_drafts"],
  Réservations: [
    "bookings",
    "rentals",
    // Erased after a day.
    "api_answers",
    "booking_search",
    "booking_ends",
    "date_change_requests",
    "booking_hours",
    "event_starts",
    "route_stops",
    "stop_times",
    "loaded_items",
    "shifts",
    "venue_checklists",
    "booking_notices",
    "occupancy",
    "deposits",
    "instalments",
    "promo_code_uses",
    "payments",
    "refunds",
    "open_matters",
    "takings",
    "demonstration_takings",
    "takings_closings",
    "takings_checks",
  ],
  "Identifiants de transaction": [
    "card_payments",
    "card_disputes",
    "provider_events",
    "deposit_tries",
    "demo_card_sessions",
    "demo_card_refunds",
    "demo_card_holds",
  ],
  "Factures, avoirs": ["invoices", "invoice_deductions"],
  "Contrats signés et preuves de leur signature": ["contracts", "contract_evidence", "contract_evidence_details"],
  "États des lieux, avec leurs photographies": ["condition_reports", "condition_report_photos"],
  "Attestation d’assurance": ["insurance_certificates"],
  "Lignes de nos relevés bancaires": ["bank_statements", "bank_lines", "bank_tables_waiting"],
  "E-mails que nous vous envoyons": ["mails", "mail_details"],
  "Registre de ce qui a été fait": ["events", "event_details"],
  "Messages du formulaire de contact": ["contact_messages"],
  "Prix que vous recevez ou montrez": ["shown_prices"],
  "Devis sans suite": ["quotes", "quote_versions"],
  "Suivi de vos demandes": ["leads"],
  "Inscription aux nouveautés": ["newsletter_subscriptions", "product_letter_mails"],
  "Nombre de vues des pages": ["page_views"],
  "Demandes de droits": ["rights_requests"],
  "Copie de vos données": ["data_exports"],
}

/** The shop's own data, without customers. */
const ofTheShop = [
  "about_page_content",
  "api_keys",
  "available_dates",
  "bank_csv_layouts",
  "bundle_parts",
  "contract_templates",
  "delivery_zones",
  // Ids of bookings and the shop's own words, as long as their register (decision 71).
  "event_feed",
  "faq_entries",
  "films",
  "finance_settings",
  "first_administrator_link",
  "images",
  "invoicing_start",
  "legal_rates",
  "legal_texts",
  "mail_sentences",
  // Only the days of strangers (decision 64).
  "outside_calendars",
  "outside_events",
  "plan_prices",
  "price_rules",
  "promo_codes",
  "product_letters",
  "product_manuals",
  "product_options",
  "rate_plans",
  "product_pictures",
  "products",
  "quote_counters",
  "retention_runs",
  "services_page_content",
  "services_page_images",
  "sign_in_settings",
  "signing_certificates",
  "site_config",
  "testimonials",
  // Ids of bookings for thirty days, and no personal data (decision 65).
  "webhook_endpoints",
  "webhook_messages",
  "unit_checks",
  "unit_incidents",
  "unit_supplies",
  "units",
]

const tables = globSync("server/platform/schema/*.ts").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/pgTable\(\s*"([a-z_]+)"/g)].map(([, name = ""]) => name),
)

/** The rows of the section "Combien de temps nous les gardons". */
const rows = (/\| Données \| Durée \|\n[^]*?\n\n/.exec(readFileSync("seed/legal/privacy.md", "utf8"))?.[0] ?? "")
  .split("\n")
  .slice(2)

test("every table is in the privacy page's retention periods, or holds nothing of a customer", () => {
  expect(tables.length).toBeGreaterThan(80)
  expect([...Object.values(retentionRows).flat(), ...ofTheShop].toSorted()).toEqual(tables.toSorted())
})

test("the privacy page has a row for each, and each period has data stored for that long", () => {
  expect(Object.keys(retentionRows).filter((key) => !rows.some((row) => row.startsWith(`| ${key}`)))).toEqual([])
  const otherRows = [
    "Contrats jamais signés",
    "Photographies de votre événement",
    "Photographies d’un état des lieux",
    "Cookies",
    "Journal technique",
  ]
  const documentedRows = [...Object.keys(retentionRows), ...otherRows]
  const unknown = rows.filter((row) => row !== "" && !documentedRows.some((key) => row.startsWith(`| ${key}`)))
  expect(unknown).toEqual([])
})

test("no text contains a period that comes from a setting", () => {
  const typed = rows.filter((row) => /\d/.test(row))
  // No program of ours erases these.
  expect(typed.map((row) => row.split(" | ")[0])).toEqual(["| Photographies de votre événement"])
})
