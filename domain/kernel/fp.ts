/** Re-exports fp-ts: native ESM needs the full `/lib/….js` paths. */
export * as E from 'fp-ts/lib/Either.js'
export * as TE from 'fp-ts/lib/TaskEither.js'
export { pipe } from 'fp-ts/lib/function.js'
