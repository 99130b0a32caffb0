import type { Leaf, LogTree } from '../../../application/audit/ports.ts'
import { hasAuditorRole, type Person } from '../../../application/person.ts'
import { rejectedWith, type Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { type AnyRoute, defaultPageSize, readRoute, route } from '../route.ts'
import { requireImpartialToEvent } from './partial-events.ts'

const sizeInvalid = rejectedWith({ type: 'TreeSizeInvalid' })
const eventNotFound = rejectedWith({ type: 'EventNotFound' })
const checkpointNotFound = rejectedWith({ type: 'CheckpointNotFound' })
const cosignatureInvalid = rejectedWith({ type: 'CosignatureInvalid' })

/** Proofs that the log only grows, and that an event is in it. @rule D-15 */
export const treeRoutes = (api: ApiContext): readonly AnyRoute[] => [
  readRoute(endpoints.checkpoints, ({ query: { limit = defaultPageSize } }) =>
    pipe(
      runQuery(() => api.logTree.checkpoints(limit)),
      TE.map((checkpoints) =>
        checkpoints.map((checkpoint) => ({ ...checkpoint, cosignatures: [...checkpoint.cosignatures] })),
      ),
    ),
  ),
  readRoute(endpoints.checkpointKeys, () =>
    pipe(
      runQuery(api.logTree.keys),
      TE.map((keys) => keys.map((key) => ({ ...key, witnesses: [...api.logTree.witnesses] }))),
    ),
  ),
  route(endpoints.addCosignature, ({ body: { treeSize, line } }) =>
    pipe(
      runQuery(() => api.logTree.addCosignature(treeSize, line)),
      TE.flatMap((outcome): Result<{ readonly body: undefined }> => {
        if (outcome === 'unknown size') return TE.left(checkpointNotFound)
        return outcome === 'invalid' ? TE.left(cosignatureInvalid) : TE.right({ body: undefined })
      }),
    ),
  ),
  readRoute(endpoints.consistency, ({ query: { from, to } }) =>
    pipe(
      runQuery(api.logTree.sealedSize),
      TE.filterOrElse(
        (sealed) => from <= to && to <= sealed,
        () => sizeInvalid,
      ),
      TE.flatMap(() => runQuery(() => api.logTree.consistency(from, to))),
      TE.map(({ path, ...roots }) => ({ from, to, path: [...path], ...roots })),
    ),
  ),
  readRoute(endpoints.inclusionProof, ({ params: { eventId }, query: { size }, person, recordSubjects }) =>
    pipe(
      runQuery(() => api.logTree.leafOf(eventId)),
      TE.flatMap((leaf) => (leaf === null ? TE.left(eventNotFound) : TE.right(leaf))),
      TE.tap((leaf) => requireMayProve(api, person, eventId, leaf)),
      TE.tapIO(({ actor }) => () => {
        if (actor !== person.accountId) recordSubjects(actor)
      }),
      TE.bindTo('found'),
      TE.bind('treeSize', ({ found }) => provableSize(api.logTree, found, size)),
      TE.bind('proof', ({ found, treeSize }) => runQuery(() => api.logTree.inclusion(found.leafIndex, treeSize))),
      TE.map(({ found: { leaf, leafHash, leafIndex }, treeSize, proof: { path, rootHash, checkpoint } }) => {
        const place = { eventId, leaf, leafHash, leafIndex, treeSize }
        return { ...place, path: [...path], rootHash, checkpoint }
      }),
    ),
  ),
]

/**
 * Other events could name, for example, the author of a review to the venue that disputes it. An auditor who is partial to an
 * event does not learn of it here either.
 * @rule Q-60 D-47
 */
const requireMayProve = (
  api: ApiContext,
  person: Person,
  eventId: string,
  { actor, namesNobodyElse }: Leaf,
): Result<void> => {
  if (actor === person.accountId && namesNobodyElse) return TE.right(undefined)
  return hasAuditorRole(person) ? requireImpartialToEvent(api, person, eventId) : TE.left(eventNotFound)
}

/** The requested size of the tree, by default that of the newest checkpoint. */
const provableSize = (tree: LogTree, { leafIndex }: Leaf, requested: number | undefined): Result<number> =>
  pipe(
    runQuery(tree.sealedSize),
    TE.flatMap((sealed) => {
      if (sealed <= leafIndex) return TE.left(eventNotFound)
      const size = requested ?? sealed
      return leafIndex < size && size <= sealed ? TE.right(size) : TE.left(sizeInvalid)
    }),
  )
