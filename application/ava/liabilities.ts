import { liabilities } from '../../domain/ava/liabilities.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import { executeAsTimer } from '../jobs.ts'
import { type AppFailure, rejectedWith, type Result, type Services } from '../use-case.ts'
import type { LiabilityProof, LiabilityTree, LiabilityTrees } from './ports.ts'

export interface LiabilityServices {
  readonly services: Services
  readonly liabilityTrees: LiabilityTrees
}

const attempt = <A>(work: () => Promise<A>): Result<A> =>
  TE.tryCatch(work, (cause): AppFailure => ({ type: 'Unavailable', cause }))

/**
 * Makes the tree of the day, unless it exists, and records its root in the log, where it is covered by checkpoints. What a
 * process stored before it died is recorded by the next run.
 * @rule D-54
 */
export const publishLiabilities = ({ services, liabilityTrees }: LiabilityServices): Result<LiabilityTree> =>
  pipe(
    attempt(liabilityTrees.latest),
    TE.tap((last) => (last === null ? TE.right(undefined) : recordRoot(services, last))),
    TE.flatMap(() => attempt(() => liabilityTrees.make(romeDay(services.clock())))),
    TE.tap((tree) => recordRoot(services, tree)),
  )

const recordRoot = (services: Services, { root, ...tree }: LiabilityTree): Result<unknown> =>
  executeAsTimer(services, liabilities, tree.date, {
    type: 'PublishLiabilities',
    ...tree,
    root: `0x${root}`,
    at: services.clock(),
  })

/** The tree of the newest day; a server that has none makes it. */
export const currentLiabilities = (context: LiabilityServices): Result<LiabilityTree> =>
  pipe(
    attempt(context.liabilityTrees.latest),
    TE.flatMap((latest) => (latest === null ? publishLiabilities(context) : TE.right(latest))),
  )

/** Proves that the account's balance is in the total. Rejected until the night after the registration. */
export const liabilityProof = (context: LiabilityServices, accountId: string): Result<LiabilityProof> =>
  pipe(
    currentLiabilities(context),
    TE.flatMap(() => attempt(() => context.liabilityTrees.proofOf(accountId))),
    TE.flatMap((proof) => (proof === null ? TE.left(rejectedWith({ type: 'BalanceNotYetCounted' })) : TE.right(proof))),
  )
