/**
 * Every name under which the record of acts keeps something of an act: what was typed, counted, chosen or removed. One
 * that is not here is refused by the compiler wherever it is recorded, and each has its French words and its way of
 * being written in the journal's table: so that no act tells an administrator a technical word.
 */
export const detailNames = [
  // Kept for the program: what undoing needs, what belongs together, which version of a row it made.
  "version", "undoes", "removed", "group", "was", "mail",
  // What changed, as names of this list or parts of a booking, and what it said before and says since.
  "changed", "before", "after",
  // Bookings and days
  "for", "from", "status", "daysBefore", "days", "dates", "reason", "fromUnit", "toUnit", "units", "options", "place", "distanceKm", "deliveryFee",
  "totalBefore", "total", "difference",
  // Products, options, manuals
  "product", "copyOf", "name", "description", "price", "unit", "quantityStep", "minQuantity", "maxQuantity", "order", "features", "isActive", "wasActive",
  "archivedAt", "bookings", "stock", "preparationDaysBefore", "preparationDaysAfter", "securityDeposit", "minimumNoticeDays", "furthestDays",
  "photoPackPrice", "photoPackQuantity", "seoTitle", "seoDescription", "manualUrl", "imageUrl", "imageAlt", "sections", "sectionsRemoved",
  // Pages of the site
  "title", "content", "caption", "theme", "question", "answer", "isPublished", "author", "day", "rating", "text", "isExample",
  "heroTitle", "heroDescription", "heroImageUrl", "heroImageAlt", "companyName", "companyLogoUrl", "companyIcon", "companyAddress",
  "companyPhone", "companyEmail", "companySiret", "companyRcs", "googleBusinessId", "instagramUrl", "siteTitle", "siteDescription",
  "accentColor", "hostingNotice", "ratingLabel", "phoneHelp", "setupTime", "accessibilityPercent", "legalForm", "shareCapital", "vatNumber",
  "publicationDirector", "mediatorName", "mediatorUrl", "insurance",
  // Finances
  "deliveryFeePerKm", "freeDeliveryThreshold", "maximumDeliveryDistance", "warehouseStreet", "warehouseZipCode", "warehouseCity",
  "warehouseLat", "warehouseLng", "warehousePlace", "warehousePrecision", "vatMode", "vatRate", "vatOnDebits", "downPaymentPercent",
  "balanceDaysBefore", "cancellationTiers", "withdrawalDays", "pendingExpiryDays", "iban",
  // People, mails, exports
  "role", "email", "sessions", "template", "code", "said", "search", "since", "until", "year",
] as const

export type DetailName = (typeof detailNames)[number]

/** What an act's record keeps of it. */
export type EventDetails = { readonly [Name in DetailName]?: unknown }

/** The details as they are, with any name that is not known made impossible, also in variables and spread objects. */
export type KnownDetails<Details> = Details & { readonly [Name in Exclude<keyof Details, DetailName>]: never }
