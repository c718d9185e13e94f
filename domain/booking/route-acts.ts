/** The owner puts the stops of a day in the order in which they drive. */
export type RouteAct = { action: "route.ordered"; details: { stops: readonly number[] } }

/** What it is done to: a day, by its date. */
export const routeSubjects = { "route.ordered": "route" } as const satisfies Record<RouteAct["action"], string>
