/** The one door to fp-ts: deep imports need `/lib/….js` under native ESM, so nobody else spells them. */
export * as E from 'fp-ts/lib/Either.js'
export * as TE from 'fp-ts/lib/TaskEither.js'
export { pipe } from 'fp-ts/lib/function.js'
