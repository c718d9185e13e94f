/** Plain numbers fit any unit, but branded ones do not mix. */
export type In<Unit extends string> = number & { readonly [unit]?: Unit }

declare const unit: unique symbol
