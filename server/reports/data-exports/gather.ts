import { and, asc, eq, getTableColumns, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { BookingId, ProfileId } from "../../../domain/id.ts"
import { hasConfirmedEmail, isVisibleToAccount } from "../../access/account-visibility.ts"
import { db } from "../../platform/database.server.ts"
import type { ConditionReport } from "../../booking-record/condition/record.ts"
import type { Invoice } from "../../money/invoicing/invoice-files.ts"
import type { QuoteRow } from "../../quotes/quote-rows.ts"
import { users } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { conditionReports } from "../../platform/schema/condition-reports.ts"
import { insuranceCertificates } from "../../platform/schema/insurance.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { quotes } from "../../platform/schema/quotes.ts"

export type ExportedContract = { number: number; version: number; content: string; key: string | null }

/** Amounts in cents, instants in UTC. */
export async function readPersonalData(userId: ProfileId): Promise<Record<string, unknown>> {
  const { rows } = await db.execute<{ data: Record<string, unknown> }>(sql`
    with person as (select * from profiles where id = ${userId}),
      account as (select * from users where id = ${userId}),
      own as (select * from bookings where user_id = ${userId} and ${isVisibleToAccount()})
    select jsonb_build_object(
      'compte', (select jsonb_build_object('nom', p.name, 'email', p.email, 'email_confirmé', a.email_verified,
          'téléphone', p.phone, 'créé_le', a.created_at, 'dernière_connexion', p.last_sign_in_at,
          'connu_par', p.heard_from, 'provenance', p.campaign,
          'conditions_acceptées', p.terms_version, 'conditions_acceptées_le', p.terms_accepted_at)
        from person p, account a),
      'type_de_compte', (select jsonb_build_object('type', client_type, 'raison_sociale', business_name,
          'siret', business_siret, 'tva', business_vat, 'interlocuteur', business_contact_name) from person),
      'notes_de_l_entreprise', (select coalesce(jsonb_agg(jsonb_build_object('écrite_le', created_at, 'note', body)
          order by created_at), '[]') from customer_notes where profile_id = (select id from account where email_verified)),
      'adresse', (select jsonb_build_object('adresse', home_street, 'code_postal', home_zip_code, 'ville', home_city) from person),
      'adresse_enregistrée', (select jsonb_build_object('lieu', place_name, 'adresse', street, 'code_postal', zip_code, 'ville', city,
          'instructions', address_instructions) from person),
      'préférences', (select jsonb_build_object('rappel_de_la_veille', mail_day_before, 'remerciement', mail_thanks)
        from person),
      'appareils_connectés', (select coalesce(jsonb_agg(jsonb_build_object('depuis', created_at, 'navigateur', user_agent)
          order by created_at), '[]') from sessions where user_id = ${userId}),
      'clés_d_accès', (select coalesce(jsonb_agg(jsonb_build_object('nom', name, 'depuis', created_at,
          'utilisée_le', last_used_at) order by created_at), '[]') from passkeys where user_id = ${userId}),
      'réservations', (select coalesce(jsonb_agg(jsonb_build_object('numéro', number, 'état', status,
          'démonstration', is_demonstration,
          'paiement', payment_status, 'produit', product_name, 'dates', dates,
          'locations', (select coalesce(jsonb_agg(jsonb_build_object('produit', product_name, 'dates', dates,
              'formule', plan ->> 'name', 'début', plan ->> 'startTime', 'heures_en_plus', plan -> 'extraHours',
              'périodes', (select coalesce(jsonb_agg(jsonb_build_object('du', lower(period), 'au', upper(period))
                order by period), '[]') from unnest(during) period),
              'comprend', (select coalesce(jsonb_agg(jsonb_build_object('produit', part ->> 'name',
                'exemplaires', part -> 'units')), '[]') from jsonb_array_elements(parts) part),
              'options', options -> 'items', 'packs_photo', photo_packs) order by position), '[]')
            from rentals where booking_id = own.id),
          'lignes_de_prix', price_lines -> 'lines',
          'total_en_centimes', total, 'livraison', is_delivery, 'adresse', address, 'distance_km', distance,
          'note', customer_note, 'entreprise', company, 'demandée_le', requested_at, 'confirmée_le', confirmed_at,
          'conditions_acceptées', terms_version,
          'contrats', (select coalesce(jsonb_agg(jsonb_build_object('version', version, 'état', status, 'sha256', sha256,
              'envoyé_le', sent_at, 'signé_le', signed_at,
              'preuves', (select coalesce(jsonb_agg(jsonb_build_object('le', at, 'fait', contract_evidence.kind, 'faits', contract_evidence.details,
                  'données', personal) order by contract_evidence.id), '[]')
                from contract_evidence left join contract_evidence_details on evidence_id = contract_evidence.id
                where contract_id = contracts.id)
              ) order by version), '[]') from contracts where booking_id = own.id),
          'échéances', (select coalesce(jsonb_agg(jsonb_build_object('nature', kind, 'montant_en_centimes', amount,
              'au_plus_tard_le', due_on) order by position), '[]') from instalments_in_force(own.id)),
          'paiements', (select coalesce(jsonb_agg(jsonb_build_object('moyen', means, 'montant_en_centimes', amount,
              'reçu_le', received_on, 'relevé_bancaire', (select jsonb_build_object('le', booked_on, 'libellé', label,
                'donneur_d_ordre', counterparty, 'référence', reference) from bank_lines where payment_id = payments.id))
              order by recorded_at), '[]') from payments where booking_id = own.id),
          'remboursements', (select coalesce(jsonb_agg(jsonb_build_object('nature', kind, 'montant_en_centimes', amount,
              'au_plus_tard_le', due_on, 'fait_le', made_on, 'relevé_bancaire',
              (select jsonb_build_object('le', booked_on, 'libellé', label, 'bénéficiaire', counterparty,
                'référence', reference) from bank_lines where refund_id = refunds.id)) order by created_at), '[]') from refunds where booking_id = own.id),
          'caution', (select jsonb_build_object('montant_en_centimes', amount, 'moyen', means, 'carte', card_label,
              'carte_enregistrée_le', saved_at, 'accord', consent, 'reçue_le', received_on,
              'retenue_annoncée_en_centimes', announced_amount, 'annoncée_le', announced_at, 'motif', reason,
              'vos_observations', answer, 'observations_du', answered_at, 'gardé_en_centimes', kept, 'close_le', closed_at)
            from deposits where booking_id = own.id),
          'factures', (select coalesce(jsonb_agg(jsonb_build_object('numéro', invoices.number, 'nature', kind,
              'établie_le', issued_on, 'total_en_centimes', invoices.total, 'contenu', content)
              order by issued_at, series, sequence), '[]') from invoices where booking_id = own.id),
          'horaires_convenus', (select jsonb_build_object('départ', array[out_from, out_to], 'retour', array[back_from, back_to])
            from booking_hours where booking_id = own.id),
          'début_de_l_événement', (select starts_at from event_starts where booking_id = own.id),
          'lieu', (select jsonb_build_object('prise_à_moins_de_20_m', power_near, 'place_de_3_sur_5_m', floor_fits,
              'accès', access, 'escaliers', stairs, 'contact', contact_name, 'téléphone', contact_phone, 'décrit_le', filled_at)
            from venue_checklists where booking_id = own.id),
          'états_des_lieux', (select coalesce(jsonb_agg(jsonb_build_object('nature', leg, 'établi_le', recorded_at,
              'avec_réserves', damaged, 'remarques', remarks, 'machines', machines, 'signé_par', client_name, 'signature', client_signature,
              'sha256', pdf_sha256)
              order by recorded_at), '[]') from condition_reports where booking_id = own.id),
          'attestation_d_assurance', (select jsonb_build_object('remise_le', handed_in_at, 'effacée_le', erased_at)
            from insurance_certificates where booking_id = own.id and handed_in_at is not null),
          'autres_dates_demandées', (select coalesce(jsonb_agg(jsonb_build_object('dates', dates, 'mot', note,
              'demandées_le', asked_at, 'état', status, 'réponse', answer) order by asked_at), '[]')
            from date_change_requests where booking_id = own.id)
        ) order by number), '[]') from own),
      'réservations_commencées', (select coalesce(jsonb_agg(jsonb_build_object('produit', coalesce(products.name, 'panier'),
          'lieu', place_name, 'adresse', street, 'code_postal', zip_code, 'ville', city, 'instructions', instructions)), '[]')
        from booking_drafts left join products on products.id = product_id where user_id = ${userId}),
      'panier', (select coalesce(jsonb_agg(jsonb_build_object('produit', products.name, 'dates', dates,
          'formule', rate_plans.name, 'début', start_time, 'heures_en_plus', cart_items.extra_hours,
          'packs_photo', photo_packs, 'options', cart_items.options)), '[]')
        from cart_items join carts on carts.id = cart_id join products on products.id = cart_items.product_id
          left join rate_plans on rate_plans.id = plan_id
        where user_id = ${userId}),
      'accès_partagés', (select coalesce(jsonb_agg(jsonb_build_object('avec', other.name, 'donné_par_vous',
          owner_id = ${userId}, 'droits', permissions, 'depuis', shared_accounts.created_at)), '[]')
        from shared_accounts join profiles other
          on other.id = case when owner_id = ${userId} then shared_with_id else owner_id end
        where ${userId} in (owner_id, shared_with_id) and (owner_id = ${userId} or ${hasConfirmedEmail(sql`shared_with_id`)})),
      'adresses_d_agenda', (select coalesce(jsonb_agg(jsonb_build_object('nom', name, 'créée_le', created_at,
          'lue_le', read_at) order by created_at), '[]') from calendar_feeds where user_id = ${userId}),
      'clés_d_api', (select coalesce(jsonb_agg(jsonb_build_object('nom', name, 'droits', scopes, 'créée_le', created_at,
          'expire_le', expires_at, 'utilisée_le', used_at) order by created_at), '[]') from api_keys where user_id = ${userId}),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('écrit_le', created_at, 'nom', name,
          'email', email, 'téléphone', phone, 'message', message,
          'date_prévue', event_day, 'lieu', place, 'événement', event_kind, 'invités', guests,
          'réponse', answer, 'répondu_le', answered_at) order by created_at), '[]')
        from contact_messages where lower(email) = (select email from account where email_verified)),
      'prix_montrés', (select coalesce(jsonb_agg(jsonb_build_object('le', made_at, 'prénom', first_name, 'email', email,
          'choix', rows, 'tenu_jusqu_au', honoured_until) order by made_at), '[]')
        from shown_prices where user_id = ${userId} or lower(email) = (select email from account where email_verified)),
      'suivi_de_vos_demandes', (select coalesce(jsonb_agg(jsonb_build_object('depuis', leads.created_at, 'nom', leads.name,
          'téléphone', leads.phone, 'état', state, 'raison', lost_reason, 'connu_par', leads.heard_from,
          'provenance', leads.campaign, 'à_faire', next_step, 'à_faire_le', next_step_on, 'note', note)
          order by leads.created_at), '[]')
        from leads left join contact_messages on contact_messages.id = message_id
        where user_id = ${userId} or lower(coalesce(contact_messages.email, leads.email))
          = (select email from account where email_verified)),
      'devis', (select coalesce(jsonb_agg(jsonb_build_object('numéro', quote.number, 'état', quote.state,
          'ouvert_le', first_opened_at, 'changement_demandé', change_words,
          'bon_de_commande_reçu_le', order_received_at, 'répondu_le', answered_at,
          'raison', decline_reason, 'vos_mots', decline_words, 'versions', (
            select jsonb_agg(jsonb_build_object('version', version, 'envoyée_le', sent_at, 'valable_jusqu_au', valid_until,
                'mot', message, 'contenu', row, 'à_cocher', extras) order by version)
            from quote_versions where quote_id = quote.id and sent_at is not null)) order by quote.created_at), '[]')
        from quotes quote
        where quote.state <> 'draft' and (quote.user_id = ${userId}
          or quote.user_id is null and lower(quote.email) = (select email from account where email_verified))),
      'nouveautés', (select jsonb_build_object('état', status, 'demandée_le', requested_at, 'confirmée_le', confirmed_at,
          'quittées_le', unsubscribed_at)
        from newsletter_subscriptions where email = (select email from account where email_verified)),
      'demandes_de_droits', (select coalesce(jsonb_agg(jsonb_build_object('numéro', number, 'droit', kind,
          'demande', message, 'reçue_le', received_on, 'réponse_au_plus_tard_le', due_on, 'réponse', answer,
          'répondue_le', answered_at) order by number), '[]') from rights_requests where profile_id = ${userId}),
      'courriels_reçus', (select coalesce(jsonb_agg(jsonb_build_object('commandé_le', ordered_at, 'modèle', template,
          'état', state, 'adresse', recipient ->> 'address', 'objet', subject) order by ordered_at, mails.id), '[]')
        from mails join mail_details on mail_id = mails.id, jsonb_array_elements(recipients) recipient
        where lower(recipient ->> 'address') = (select lower(email) from account where email_verified)),
      'gestes', (select coalesce(jsonb_agg(jsonb_build_object('le', at, 'geste', action, 'données',
          case when account_id = ${userId} or subject_id = ${userId}::text then personal end)
          order by id), '[]')
        from recorded_events where actor_id = ${userId}),
      'faits_sur_votre_compte', (select coalesce(jsonb_agg(jsonb_build_object('le', at, 'fait', action) order by id), '[]')
        from recorded_events where account_id = ${userId} and actor_id is distinct from ${userId}::uuid)
    ) as data`)
  return rows[0]?.data ?? {}
}

export async function listExportedContracts(userId: ProfileId): Promise<ExportedContract[]> {
  const { rows } = await db.execute<{ number: string; version: number; content: string; key: string | null }>(sql`
    select number, version, content, coalesce(sealed_key, pdf_key) as key
    from contracts join bookings on bookings.id = booking_id
    where user_id = ${userId} and ${isVisibleToAccount()} and content is not null and (contracts.status in ('prepared', 'sent') or signed_at is not null)
    order by number, version`)
  return rows.map(({ number, ...row }) => ({ ...row, number: Number(number) }))
}

export function listPersonInvoices(userId: ProfileId): Promise<Invoice[]> {
  return db
    .select(getTableColumns(invoices))
    .from(invoices)
    .innerJoin(bookings, eq(bookings.id, invoices.bookingId))
    .where(and(eq(bookings.userId, userId), isVisibleToAccount()))
    .orderBy(asc(invoices.issuedAt), asc(invoices.number))
}

export async function listPersonReports(userId: ProfileId): Promise<{ report: ConditionReport; number: number }[]> {
  return db
    .select({ report: getTableColumns(conditionReports), number: bookings.number })
    .from(conditionReports)
    .innerJoin(bookings, eq(bookings.id, conditionReports.bookingId))
    .where(and(eq(bookings.userId, userId), isVisibleToAccount()))
    .orderBy(asc(bookings.number), asc(conditionReports.recordedAt), asc(conditionReports.id))
}

export async function listInsuredBookings(userId: ProfileId): Promise<{ id: BookingId; number: number }[]> {
  return db
    .select({ id: bookings.id, number: bookings.number })
    .from(insuranceCertificates)
    .innerJoin(bookings, eq(bookings.id, insuranceCertificates.bookingId))
    .where(and(eq(bookings.userId, userId), isVisibleToAccount(), isNotNull(insuranceCertificates.fileKey)))
    .orderBy(asc(bookings.number))
}

export function listHandedInOrders(userId: ProfileId): Promise<QuoteRow[]> {
  const isTheirs = or(
    eq(quotes.userId, userId),
    and(isNull(quotes.userId), users.emailVerified, eq(sql`lower(${quotes.email})`, users.email)),
  )
  return db
    .select(getTableColumns(quotes))
    .from(quotes)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isNotNull(quotes.orderKey), isTheirs))
    .orderBy(asc(quotes.number))
}
